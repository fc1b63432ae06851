import { pino, type Logger } from 'pino'

/** Nothing secret reaches the log: headers and bodies are never logged, and these names are struck out wherever they stand. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['authorization', 'cookie', 'password', 'token', 'secret'].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
    },
    // Words for people are on stdout, the log is on stderr.
    pino.destination(2),
  )
