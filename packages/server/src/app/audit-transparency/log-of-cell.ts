import type { LogSigners } from './log-key.ts'

/**
 * The name of the log of a cell, in its origin and in the paths of its files. A cell that is named again after it was removed has another
 * log.
 */
export const logOfCell = ({ name, addedAtMs }: { name: string; addedAtMs: number }): string =>
  `cells/${name}-${Math.floor(addedAtMs / 1_000).toString(36)}`

/** The path of a log of a cell, before that of the file. */
export const pathOfCellLog = /^cells\/[a-z][a-z0-9_]{0,29}-[0-9a-z]{1,12}\//

/** The origins of the logs of a cell begin with that of home, without its environment. */
export const originOfCellLog = (home: LogSigners, log: string): string =>
  `${home.sandbox.name.replace(/\/sandbox$/, '')}/${log}`
