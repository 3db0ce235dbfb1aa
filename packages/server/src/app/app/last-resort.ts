import type { EventEmitter } from 'node:events'
import { describeError, errorLine, type Log } from '@nani/foundation/core/index.ts'

export type LastResort = {
  events: Pick<EventEmitter, 'on'>
  report: Pick<
    NonNullable<typeof process.report>,
    'reportOnFatalError' | 'reportOnSignal' | 'reportOnUncaughtException'
  >
  log: Log
  stop(): Promise<void>
  exit(code: number): void
}

/** Longer than running calls and the database need to end. */
const maxStoppingMs = 45_000

/**
 * An uncaught error ends the process, because its state is unknown. The log gets the safe description, because the
 * message of an error may quote personal data, and Node.js would print it. Then everything is stopped as on SIGTERM.
 */
export const installLastResort = ({ events, report, log, stop, exit }: LastResort): void => {
  // A report of Node.js contains the message of the error, the environment and the heap.
  Object.assign(report, {
    ...{ reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false },
  })
  let isEnding = false
  const end = async (kind: string, error: unknown) => {
    if (isEnding) return
    isEnding = true
    setTimeout(exit, maxStoppingMs, 1)
    log(`${kind}: ${describeError(error)}`, 'fatal')
    await stop().then(
      () => log('stopped after an error that nothing caught'),
      (failure) => log(`the stop failed: ${errorLine(failure)}`, 'error'),
    )
    exit(1)
  }
  events.on('uncaughtException', (error: unknown) => void end('uncaught exception', error))
  events.on('unhandledRejection', (error: unknown) => void end('unhandled rejection', error))
}
