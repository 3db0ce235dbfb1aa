import { loggedAmong } from '../../app/audit-transparency/index.ts'
import { archiveIn, askAll, homeAlone, type NamedDatabase } from '../../gateway/acts/index.ts'
import type { EntryKey } from './access-entry.ts'
import type { CitizenKey } from './access-key.ts'
import type { AccessDependencies } from './dependencies.ts'
import {
  type AccessRow,
  type Belongings,
  findAccess,
  type PageReading,
  readAccesses,
  readBelongings,
} from './read-accesses.ts'

/*
 * The access log of a citizen over all databases. An entry stays where it was written. If its organization moves, what belongs to the
 * entry, such as a dispute, is in another database.
 */

/** An entry, and the name of the database that has it. */
export type PlacedRow = AccessRow & { database: string }
/** `unread`: the databases whose part is missing at present. */
export type PlacedRows = { rows: PlacedRow[]; unread: string[] }

type Needs = Pick<AccessDependencies, 'pool' | 'reads' | 'archive' | 'databases'>

export const databasesOfLog = ({
  pool,
  databases = () => homeAlone(pool),
}: Pick<Needs, 'pool' | 'databases'>): readonly NamedDatabase[] => databases()

/** For lists, which may be without the newest entries. */
const readsOfLog = (needs: Needs): readonly NamedDatabase[] =>
  databasesOfLog(needs).map((one) => (one.name === 'home' ? { ...one, pool: needs.reads.pool } : one))

/** The newest entries after a position, with what belongs to them. */
export const accessesOfAll = async (
  needs: Needs,
  reading: PageReading,
  withinMs?: number,
): Promise<PlacedRows> => {
  const databases = readsOfLog(needs)
  const { answers, unread, silent } = await askAll(
    databases,
    (pool, _, database) => readAccesses({ pool, archive: archiveIn(database, needs.archive) }, reading),
    withinMs,
  )
  const rows = answers
    .flatMap(({ name: database, answer }) => answer.map((row) => ({ ...row, database })))
    .toSorted(newestFirst)
    .slice(0, reading.limit)
  return withAllBelongings(needs, answering(databases, silent), { rows, unread }, withinMs)
}

/** Each database has sorted its own in this order. */
const newestFirst = (one: AccessRow, other: AccessRow): number =>
  compare(other.day, one.day) ||
  other.at.getTime() - one.at.getTime() ||
  compare(other.exact_at, one.exact_at) ||
  compare(other.entry_id, one.entry_id)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** One entry of a citizen, in whatever database it is. */
export const accessOfAll = async (needs: Needs, key: CitizenKey, place: EntryKey): Promise<PlacedRows> => {
  const databases = databasesOfLog(needs)
  const { answers, unread, silent } = await askAll(databases, (pool, _, database) =>
    findAccess({ database: pool, archive: archiveIn(database, needs.archive) }, key, place),
  )
  const found = answers.find(({ answer }) => answer !== null)
  const rows = found?.answer ? [{ ...found.answer, database: found.name }] : []
  return withAllBelongings(needs, answering(databases, silent), { rows, unread })
}

/** One that did not answer is not asked again. */
const answering = (databases: readonly NamedDatabase[], silent: readonly string[]) =>
  databases.filter(({ name }) => !silent.includes(name))

const withAllBelongings = async (
  { archive }: Pick<Needs, 'archive'>,
  databases: readonly NamedDatabase[],
  { rows, unread }: PlacedRows,
  withinMs?: number,
): Promise<PlacedRows> => {
  if (databases.length === 1 || rows.length === 0) return { rows, unread }
  const asked = await askAll(
    databases,
    (pool, name, one) =>
      readBelongings(
        { pool, archive: archiveIn(one, archive) },
        rows.filter(({ database }) => database !== name),
      ),
    withinMs,
  )
  const others = Map.groupBy(
    asked.answers.flatMap(({ answer }) => answer),
    ({ application_id, entry_id }) => `${application_id} ${entry_id}`,
  )
  return {
    rows: rows.map((row) => joined(row, others.get(`${row.application_id} ${row.entry_id}`) ?? [])),
    unread: [...unread, ...asked.unread],
  }
}

/** An entry with what the other databases have of it. */
export const joined = <Row extends AccessRow>(row: Row, others: readonly Belongings[]): Row => {
  const all: readonly Belongings[] = [row, ...others]
  const firstOf = <Name extends keyof Belongings>(name: Name) =>
    all.find((one) => one[name] !== null)?.[name] ?? null
  const later = readsAfterSignIn(all)
  const lastReads = [...all.flatMap(({ last_read_at }) => last_read_at ?? []), ...later]
  const scopes = all.flatMap(({ read_scopes }) => read_scopes ?? [])
  return {
    ...row,
    sealed_reason: firstOf('sealed_reason'),
    asked_scopes: firstOf('asked_scopes'),
    sealed_text: firstOf('sealed_text'),
    dispute_id: firstOf('dispute_id'),
    dispute_status: firstOf('dispute_status'),
    read_scopes: scopes.length > 0 ? [...new Set(scopes)] : null,
    read_times: all.reduce((sum, { read_times }) => sum + read_times, 0) + later.length,
    last_read_at:
      lastReads.length > 0 ? new Date(Math.max(...lastReads.map((read) => read.getTime()))) : null,
  }
}

/** Each database took its first read of a path for the sign-in itself. The first of all is it, and the others are later reads. */
const readsAfterSignIn = (all: readonly Belongings[]): Date[] => {
  const reads = all.flatMap(({ of_sign_in }) => Object.entries(of_sign_in ?? {}))
  return [...Map.groupBy(reads, ([path]) => path).values()].flatMap((same) =>
    same
      .map(([, at]) => new Date(at))
      .toSorted((one, other) => one.getTime() - other.getTime())
      .slice(1),
  )
}

/** The ids of the entries that are in the transparency log of their database. */
export const loggedOfAll = async (
  needs: Needs,
  rows: readonly PlacedRow[],
): Promise<{ logged: ReadonlySet<string>; unread: string[] }> => {
  const ofDatabase = Map.groupBy(rows, ({ database }) => database)
  const databases = databasesOfLog(needs).filter(({ name }) => ofDatabase.has(name))
  // Entries of calls do not move.
  const { answers, silent: unread } = await askAll(databases, (pool, name, one) =>
    loggedAmong(pool, archiveIn(one, needs.archive), (ofDatabase.get(name) ?? []).map(keyOf)),
  )
  return { logged: new Set(answers.flatMap(({ answer }) => [...answer])), unread }
}

const keyOf = ({ application_id, entry_id, day }: AccessRow): EntryKey => ({
  ...{ applicationId: application_id, entryId: entry_id, day },
})
