import type { Clock } from '../clock.ts'
import { errorLine } from '../describe-error.ts'
import type { Log } from '../log.ts'

const intervalMs = 10_000

/**
 * Logs the errors of a task that repeats every few seconds, at most one line in ten seconds. A database that is
 * unavailable for an hour then does not fill the log.
 */
export const throttledErrorLog = (
  subject: string,
  { clock, log }: { clock: Clock; log: Log },
): ((error: unknown) => void) => {
  let lastMs = Number.NEGATIVE_INFINITY
  return (error) => {
    if (clock.now() - lastMs < intervalMs) return
    lastMs = clock.now()
    log(`${subject}: ${errorLine(error)}`, 'error')
  }
}
