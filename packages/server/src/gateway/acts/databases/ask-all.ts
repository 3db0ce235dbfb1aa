import type { Archive } from '@nani/foundation/archive/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { isDatabaseFault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type TSchema } from 'typebox'
import {
  type ListContext,
  type ListReading,
  listOf,
  type Page,
  type Position,
  readPage,
} from '../list-pages.ts'
import { haveArrived, organizationsThatLeft } from './organizations-that-left.ts'
import { over } from './over.ts'
import type { Places } from './places.ts'

/**
 * A database of the installation, by the name of its cell or `home`. `pool` is null: it cannot be used now. `organizationId`: only rows of
 * this organization are read. `archive`: its full days that are in files. Readings have that of home.
 */
export type NamedDatabase = {
  name: string
  pool: pg.Pool | null
  archive?: Archive
  organizationId?: string
}

/** Where the archived days of a database are. `ofHome`: a process of the server opens that of home alone before its cells. */
export const archiveIn = ({ name, archive }: NamedDatabase, ofHome?: Archive): Archive => {
  const found = archive ?? (name === 'home' ? ofHome : undefined)
  if (!found) throw new Error(`The archive of ${name} is not open.`)
  return found
}

/** The databases that can have rows of an organization, home first: it may have been in another one before. Without it: all. */
export type Databases = (organizationId?: string) => readonly NamedDatabase[]

/** Those of an installation without cells. */
export const homeAlone = (pool: pg.Pool): readonly NamedDatabase[] => [{ name: 'home', pool }]

export const databasesOf = (
  home: pg.Pool,
  places: Pick<Places<{ pool: pg.Pool; archive?: Archive }>, 'all'>,
): Databases => {
  return (organizationId) => {
    const about = organizationId === undefined ? {} : { organizationId }
    return [
      { name: 'home', pool: home, ...about },
      ...places.all(organizationId).map(({ name, cell }) => ({
        ...{ name, pool: cell?.pool ?? null, ...about },
        ...(cell?.archive && { archive: cell.archive }),
      })),
    ]
  }
}

/**
 * `unread`: the names of the databases of which a part is missing. The answer says so. `silent`: those of them that did not answer, which
 * are not asked again.
 */
export type DatabaseAnswers<Answer> = {
  answers: { name: string; answer: Answer }[]
  unread: string[]
  silent: string[]
}

const answersWithinMs = 3_000
/** For a file with many rows. */
export const fileWithinMs = 20_000

/**
 * Asks all databases at once. One that is away, or does not answer before the deadline, is named. So is one that an organization has
 * left for another one which does not have its rows yet, because that part is in no answer. Home alone is asked directly.
 */
export const askAll = async <Answer>(
  databases: readonly NamedDatabase[],
  ask: (pool: pg.Pool, name: string, database: NamedDatabase) => Promise<Answer>,
  withinMs = answersWithinMs,
): Promise<DatabaseAnswers<Answer>> => {
  const [only, ...others] = databases
  if (only?.pool && only.name === 'home' && others.length === 0)
    return {
      answers: [{ name: only.name, answer: await ask(only.pool, only.name, only) }],
      unread: [],
      silent: [],
    }
  const isOver = over(withinMs)
  const within = async <Result>(pool: pg.Pool | null, work: (pool: pg.Pool) => Promise<Result>) =>
    pool && Promise.race([askOne(() => work(pool)), isOver])
  const askPart = async (database: NamedDatabase) => {
    const { name, pool, organizationId } = database
    const part = await within(pool, async (one) => ({
      answer: await ask(one, name, database),
      left: await organizationsThatLeft(one, organizationId),
    }))
    return { ...database, part: part?.answer ?? null }
  }
  const first = await Promise.all(databases.map(askPart))
  const unread = new Set<string>()
  const targets = new Set<string>()
  for (const { name, part } of first)
    for (const { target, applicationIds } of part?.left ?? []) {
      const pool = first.find((one) => one.name === target)?.pool ?? null
      const arrived = await within(pool, (one) => haveArrived(one, applicationIds))
      if (arrived?.answer) targets.add(target)
      else unread.add(name)
    }
  // A target may have been asked before the rows arrived there.
  const parts = await Promise.all(first.map((one) => (targets.has(one.name) ? askPart(one) : one)))
  const silent = parts.flatMap(({ name, part }) => (part ? [] : [name]))
  return {
    answers: parts.flatMap(({ name, part }) => (part ? [{ name, answer: part.answer }] : [])),
    unread: [...new Set([...unread, ...silent])],
    silent,
  }
}

/** Null: the database failed. Any other error is a bug, or a refusal. */
const askOne = async <Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer } | null> => {
  try {
    return { answer: await ask() }
  } catch (error) {
    if (isDatabaseFault(error)) return null
    throw error
  }
}

/** An answer that must be complete, such as a file of evidence or that something does not exist. */
export const requireAllRead = (unread: readonly string[]): void => {
  if (unread.length > 0) throw new Refusal('history_incomplete', { databases: unread, retry_after: 5 })
}

/** The member of an answer that names the databases whose part is missing, if there are any. */
export const unreadIn = (unread: readonly string[]): { unread?: string[] } =>
  unread.length === 0 ? {} : { unread: [...new Set(unread)] }

/** A list over several databases. `unread`: those whose part is missing at present. */
export const listOfAll = <Schema extends TSchema>(item: Schema) =>
  Type.Object({ ...listOf(item).properties, unread: Type.Optional(Type.Array(Type.String())) })

type ReadingOfAll<Row, Item> = Omit<ListReading<Row, Item>, 'rows'> & {
  rows(after: Position | null, limit: number): Promise<{ rows: Row[]; unread: string[] }>
}

/** Reads one page of such a list. */
export const readPageOfAll = async <Row, Item>(
  context: ListContext,
  { rows: rowsOfAll, ...reading }: ReadingOfAll<Row, Item>,
): Promise<Page<Item> & { unread?: string[] }> => {
  let unread: string[] = []
  const page = await readPage(context, {
    ...reading,
    async rows(after, limit) {
      const found = await rowsOfAll(after, limit)
      unread = found.unread
      return found.rows
    },
  })
  return { ...page, ...unreadIn(unread) }
}
