import {
  type Archive,
  type ArchivedRow,
  type ArchivedTable,
  archivedTableNames,
} from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import Type, { type Static } from 'typebox'
import {
  type ActNeeds,
  defineAct,
  defineReading,
  needsOf,
  type ReadingContext,
} from '../../gateway/acts/index.ts'
import { type ArchivedCell, inAll, runAll, verifyAll } from './all-databases.ts'

/** `cells`: those of the installation. Absent: it has none. */
type Needs = ActNeeds & Pick<Platform, 'archive'> & { cells?: readonly ArchivedCell[] }
type RunningNeeds = Needs & Pick<Platform, 'ownerPool' | 'ownsSchema' | 'rootKey' | 'random'>

const closed = { additionalProperties: false }
const tableName = Type.Enum([...archivedTableNames])
const dayText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Absent: home. */
const cell = Type.Optional(Type.String())
const unread = Type.Optional(Type.Array(Type.String()))

/** Archives the full days of audit entries, charges and events that are old enough, in all databases. Repeating it continues. */
export const archiveDays = defineAct({
  name: 'archive.run',
  sentence: { en: 'Archives full days of large tables', fr: 'Archive les jours complets des grandes tables' },
  actors: { operator: ['supervisor'] },
  input: Type.Object({}, closed),
  output: Type.Object({
    archived: Type.Array(
      Type.Object({ cell, table: tableName, day: dayText, rows: Type.Number(), bytes: Type.Number() }),
    ),
    waiting: Type.Array(Type.Object({ cell, table: tableName, day: dayText, reason: Type.String() })),
    failed: Type.Array(Type.Object({ cell, table: tableName, message: Type.String() })),
    /** The cells that could not be used. */
    unread,
  }),
  needs: needsOf<RunningNeeds>(),
  refusals: ['setting_missing', 'archive_busy'],
  // Partitions are dropped before the entry of the end, and a process may end in between.
  started({ needs: { ownsSchema, archive } }) {
    if (!ownsSchema)
      throw new Refusal('setting_missing', 'The login of DATABASE_URL may not drop partitions.', {
        next: 'Set NANI_OWNER_DATABASE_URL to the login that owns the schema.',
      })
    if (!archive.isShared)
      throw new Refusal('setting_missing', 'NANI_ARCHIVE_DIR is not set, and the database is not embedded.', {
        next: 'Set NANI_ARCHIVE_DIR to a folder that every process shares and that is kept.',
      })
    return { subject: 'archive', after: { step: 'begin' } }
  },
  prepare: ({ needs }) => runAll(needs),
  async perform({ prepared }) {
    const { archived, waiting, failed, unread: away } = prepared
    const days = archived.map(
      ({ cell: name, table, day, rows }) => `${name ? `${name} ` : ''}${day} ${table} ${rows}`,
    )
    return {
      result: prepared,
      entry: {
        subject: 'archive',
        after: {
          ...{ step: 'end', days, waiting: waiting.length, failed: failed.length },
          ...(away && { unread: away }),
        },
      },
    }
  },
})

/** Checks every file of the archives against their chains and databases. */
export const verifyDays = defineReading({
  name: 'archive.verify',
  sentence: { en: 'Checks the archive', fr: 'Vérifie les archives' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object({}, closed),
  output: Type.Object({
    days: Type.Integer(),
    erased: Type.Integer(),
    rows: Type.Integer(),
    faults: Type.Array(
      Type.Object({ cell, table: Type.String(), day: Type.String(), message: Type.String() }),
    ),
    unknown_files: Type.Array(Type.String()),
    unread,
  }),
  read: ({ nowMs, needs }: ReadingContext<object, Needs>) => verifyAll(needs, nowMs),
})

const searchInput = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 200 }),
    table: Type.Optional(tableName),
    from: Type.Optional(dayText),
    to: Type.Optional(dayText),
  },
  closed,
)

type FoundRow = { cell?: string; table: ArchivedTable; day: string } & ArchivedRow
const maxFound = 1_000

/** Finds the archived rows of an application, a request, a result or an event, in all databases. */
export const searchArchive = defineReading({
  name: 'archive.search',
  sentence: { en: 'Searches the archive', fr: 'Cherche dans les archives' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: searchInput,
  output: Type.Object({
    rows: Type.Unsafe<FoundRow[]>(Type.Array(Type.Object({}))),
    complete: Type.Boolean(),
    unread,
  }),
  async read({ input, needs }: ReadingContext<Static<typeof searchInput>, Needs>) {
    const found: FoundRow[] = []
    const { answers, away } = await inAll(needs, ({ archive }) =>
      archive.steadily(() => search(archive, input)),
    )
    for (const { of, answer } of answers) found.push(...answer.map((row) => ({ ...of, ...row })))
    return { rows: found.slice(0, maxFound), complete: found.length <= maxFound, ...away }
  },
  entry: ({ rows }, { input: { value } }) => ({ subject: value, after: { rows: rows.length } }),
})

const search = async (
  archive: Archive,
  { value, table, from = '', to = '9999' }: Static<typeof searchInput>,
): Promise<FoundRow[]> => {
  const found: FoundRow[] = []
  for (const name of archivedTableNames.filter((one) => table === undefined || one === table))
    for (const day of await archive.daysOf(name)) {
      if (day.day < from || day.day > to) continue
      for await (const rows of archive.read(day, [value])) {
        found.push(...rows.map((row) => ({ table: name, day: day.day, ...row })))
        if (found.length > maxFound) return found
      }
    }
  return found
}
