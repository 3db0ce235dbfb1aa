import { type FileHandle, open } from 'node:fs/promises'
import { mapWithConcurrency, Refusal } from '../core/index.ts'
import type { Database } from '../storage/index.ts'
import { type ArchivedDay, archiveVersion, readArchivedDays } from './archived-days.ts'
import { type ArchivedRow, type ArchivedTable, valuesOf } from './archived-tables.ts'
import { dayFiles } from './day-files.ts'
import { entryOfValue, hashingKeyOf, readKeys } from './key-file.ts'
import { readPart, sealingOf } from './sealed-parts.ts'

export type Archive = {
  /** Where the files are. */
  folder: string
  /** The name of the log of a cell. Absent: that of home. */
  log?: string | undefined
  /** False: no one chose the folder, so that other processes may not have it, and no one keeps it. Nothing is archived. */
  isShared: boolean
  /** The days of a table whose files are there, the oldest first. */
  daysOf(table: ArchivedTable): Promise<readonly ArchivedDay[]>
  /** The rows of some days with one of these values in a column by which rows are found, in the order of the days. */
  find(days: readonly ArchivedDay[], values: readonly string[]): Promise<ArchivedRow[]>
  /** All rows of a day a part at a time, or those with one of these values. */
  read(day: ArchivedDay, values?: readonly string[]): AsyncGenerator<ArchivedRow[]>
  /**
   * Runs `work` again if a day was archived or erased meanwhile. Without it a reader could miss a day: it is not in the
   * archive when the days are read, and no more in the database when the statement runs. Who holds a connection passes it
   * on, so that no process waits for a second one.
   */
  steadily<Result>(work: () => Promise<Result>, database?: Database): Promise<Result>
}

type Needs = { pool: Database; rootKey: Buffer; folder: string; log?: string; isShared?: boolean }

const maxAttempts = 4
const maxOpenFiles = 16

/** The archive as readers see it. It opens files only when a caller asks for an archived day. */
export const openArchive = ({ pool, rootKey, folder, log, isShared = true }: Needs): Archive => {
  const hashingKey = hashingKeyOf(rootKey)
  let known: { version: string; days: ArchivedDay[] } | null = null

  const refresh = async (database: Database): Promise<string> => {
    const version = await archiveVersion(database)
    if (known?.version !== version) known = { version, days: await readArchivedDays(database) }
    return version
  }

  const withFiles = async function* (
    day: ArchivedDay,
    use: (files: {
      rows: FileHandle
      keys: Awaited<ReturnType<typeof readKeys>>
    }) => AsyncGenerator<ArchivedRow[]>,
  ): AsyncGenerator<ArchivedRow[]> {
    const opened: FileHandle[] = []
    try {
      const paths = dayFiles(folder, day)
      for (const path of [paths.rows, paths.keys]) opened.push(await open(path, 'r'))
      const [rows, ofKeys] = opened as [FileHandle, FileHandle]
      yield* use({ rows, keys: await readKeys(ofKeys) })
    } catch (error) {
      throw unavailable(day, folder, error)
    } finally {
      await Promise.all(opened.map((handle) => handle.close()))
    }
  }

  const read: Archive['read'] = (day, values) =>
    withFiles(day, async function* ({ rows, keys }) {
      const sealing = sealingOf(rootKey, saltOf(day), { ...day, log })
      const parts = values
        ? new Set(
            (
              await Promise.all(values.map((value) => keys.partsWith(entryOfValue(hashingKey, value))))
            ).flat(),
          )
        : Array.from({ length: keys.parts }, (_, part) => part)
      let count = 0
      for (const part of [...parts].sort((one, other) => one - other)) {
        const text = await readPart(rows, sealing, await keys.placeOf(part))
        const found = text
          .split('\n')
          // Most lines of a part are of others, and are not read as JSON.
          .filter(
            (line) => !values || values.some((value) => line.includes(JSON.stringify(value).slice(1, -1))),
          )
          .map((line) => JSON.parse(line) as ArchivedRow)
          .filter((row) => !values || hasOneOf(day.table, row, values))
        count += found.length
        if (found.length > 0) yield found
      }
      if (!values && count !== day.rows)
        throw new Error(`It has ${count} rows, and ${day.rows} were archived.`)
    })

  return {
    ...{ folder, log, isShared },
    read,
    async daysOf(table) {
      if (!known) await refresh(pool)
      return known?.days.filter((day) => day.table === table && day.salt !== null) ?? []
    },
    async find(days, values) {
      if (values.length === 0) return []
      const found = await mapWithConcurrency(days, maxOpenFiles, async (day) => {
        const rows: ArchivedRow[] = []
        for await (const some of read(day, values)) rows.push(...some)
        return rows
      })
      return found.flat()
    },
    async steadily(work, database = pool) {
      for (let attempt = 1; ; attempt++) {
        const before = known?.version ?? (await refresh(database))
        const outcome = await settled(work)
        if ((await refresh(database)) === before) return outcome()
        if (attempt === maxAttempts)
          throw new Refusal('overloaded', { retry_after: 1 }, { detail: 'The archive changed.' })
      }
    },
  }
}

/** The result or the error of work, which counts only if the archive stayed the same. */
const settled = async <Result>(work: () => Promise<Result>): Promise<() => Result> => {
  try {
    const result = await work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

const hasOneOf = (table: ArchivedTable, row: ArchivedRow, values: readonly string[]): boolean => {
  const own = valuesOf(table, row)
  return values.some((value) => own.has(value))
}

const saltOf = ({ salt }: ArchivedDay): Buffer => {
  if (salt) return salt
  throw new Error('The day is past its retention.')
}

const unavailable = ({ table, day }: ArchivedDay, folder: string, cause: unknown): unknown => {
  if (cause instanceof Refusal) return cause
  const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message
  return new Refusal(
    'archive_unavailable',
    `The archive of ${table} of ${day} in ${folder} cannot be read: ${reason}`,
    { cause },
  )
}
