import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into the server under test before its own code: says what the process holds when nothing is left to collect.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('message', () => {
  const longestBlockMs = delay.max / 1e6
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ longestBlockMs, heapUsed, external, rss })
  delay.reset()
})
process.channel.unref()
