import type { Clock } from '../clock.ts'
import { errorLine } from '../describe-error.ts'
import type { Log } from '../log.ts'

const intervalMs = 10_000

/**
 * Logs the errors of a task that repeats every few seconds, at most one line in ten seconds. A database that is
 * unavailable for an hour then does not fill the log.
 */
export const throttledErrorLog = (subject: string, needs: Needs): ((error: unknown) => void) => {
  const logLine = throttledLog(subject, needs)
  return (error) => logLine(errorLine(error))
}

type Needs = { clock: Clock; log: Log }

/** The same for a line without personal data. The message of an error is not logged as it is. */
export const throttledLog = (subject: string, { clock, log }: Needs): ((line: string) => void) => {
  let lastMs = Number.NEGATIVE_INFINITY
  return (line) => {
    if (clock.now() - lastMs < intervalMs) return
    lastMs = clock.now()
    log(`${subject}: ${line}`, 'error')
  }
}
