import { createRequire } from 'node:module'
import { hideSecrets, type Log, type LogLevel, traceMembers } from '../core/index.ts'

/** Commands of operators import this module and write no log. They do not load the library. */
const loadPino = () => createRequire(import.meta.url)('pino') as typeof import('pino')

/** Where lines go. `process.stderr` is one. */
export type LogDestination = { write(line: string): void }

/**
 * The log of a process: one JSON object in a line, with its level, time and text, and the trace of the call that caused
 * it. Secrets are hidden in every text.
 */
export const openLog = (leastLevel: LogLevel, destination?: LogDestination): Log => {
  const { pino } = loadPino()
  const logger = pino(
    {
      level: leastLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: traceMembers,
    },
    // The last lines of a process that ends must be written before it ends.
    destination ?? pino.destination({ fd: 2, sync: true }),
  )
  return (text, level = 'info') => logger[level](hideSecrets(text))
}
