import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './is-typing.ts'
import { type Command, commandOf } from './key-map.ts'

/** A handler that gives false did nothing: the key goes on to whoever else listens. */
export type Handlers = Partial<Record<Command, (event: KeyboardEvent) => boolean | void>>

/** A focused button or link has its own Enter and Space. */
const isPressable = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a, summary') !== null

/** Listens for our keys, silent while a person writes or has a dialog open. The first that handles a key has it alone. */
export function useCommands(handlers: Handlers) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event)
    if (command === null || event.defaultPrevented) return
    if (command !== 'palette' && isTyping(event)) return
    if ((command === 'peek' || command === 'open') && isPressable(event.target)) return
    const handler = handlers[command]
    if (handler !== undefined && handler(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [])
}
