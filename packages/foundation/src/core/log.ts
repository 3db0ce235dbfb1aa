/** From the least to the most serious. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Writes one entry of the log; `info` where no level is given. The text must quote no data of a caller or a citizen:
 * an error is described with `errorLine` or `describeError`.
 */
export type Log = (text: string, level?: LogLevel) => void
