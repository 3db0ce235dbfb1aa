import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The folder with the files of credit data. They are not part of the repository. */
export const resolveData = (): string =>
  join(resolve(root, process.env.NANI_BENCH_DATA ?? '../shared/data'), 'credit')
