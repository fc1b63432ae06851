import { type z } from 'zod'
import { type OperationId, operations, type Operation } from '../../contract/operations.ts'
import { readError, unreachable, unreadable } from './api-error.ts'
import { goToSignIn } from './go-to-sign-in.ts'

type Operations = typeof operations
export type Answer<Id extends OperationId> = z.output<Operations[Id]['answer']>
type Part<Id extends OperationId, Key extends 'params' | 'query' | 'body'> = Operations[Id] extends {
  [K in Key]: infer Schema extends z.ZodType
}
  ? { [K in Key]: z.input<Schema> }
  : unknown
export type Input<Id extends OperationId> = Part<Id, 'params'> & Part<Id, 'query'> & Part<Id, 'body'>
type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export function toAddress(operation: Pick<Operation, 'path'>, input: LooseInput): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(key, String(one))
  }
  const query = search.toString()
  return `/api/v1${path}${query === '' ? '' : `?${query}`}`
}

/** One call of the contract, checked by the contract's own schema on the way in. */
export async function call<Id extends OperationId>(id: Id, input: Input<Id>, signal?: AbortSignal): Promise<Answer<Id>> {
  const operation: Operation = operations[id]
  const { body } = input as LooseInput
  const response = await fetch(toAddress(operation, input as LooseInput), {
    method: operation.method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw unreachable(cause)
  })
  if (!response.ok) {
    const error = await readError(response)
    if (error.code === 'not_signed_in') goToSignIn()
    throw error
  }
  const parsed = operation.answer.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw unreadable(parsed.error, response.status)
  return parsed.data as Answer<Id>
}
