import type { Database } from '@nani/foundation/storage/index.ts'
import { fileWithinMs } from '../../../gateway/acts/index.ts'
import { archivedDaysOfCharges, type DayIn } from '../archived-days.ts'
import type { ProofFacts } from './check.ts'

type Contradiction = { subject: string; difference: string }
type Group = { application_id: string; item: string; mode: string; scopes: string[]; price_list_id: string }
type Sum = { quantity: number; amount: number }

export const archivedChargesCheck = 'every archived charge is in the usage of its day'

const keyOf = ({ application_id, item, mode, scopes, price_list_id }: Group): string =>
  JSON.stringify([application_id, item, mode, scopes, price_list_id])

const applicationOf = (key: string): string => (JSON.parse(key) as string[])[0] as string

/**
 * `notCompared`: applications and days of which no database has charges any more, because they were in a cell that had no archive then.
 * `unread`: the databases whose archived days are not known at present.
 */
type Compared = { contradictions: Contradiction[]; notCompared: string[]; unread: string[] }

type Facts = Pick<ProofFacts, 'archive' | 'wasIn' | 'numbers'>

/**
 * Compares the charges of archived days with the ledger. A whole day is archived only when the ledger has all of it. Where the
 * organization was, a database has its charges of that time in its archive.
 */
export const compareWithArchive = async (
  database: Database,
  organizationId: string,
  facts: Facts,
): Promise<Compared> => {
  const { rows } = await database.query<{ application_id: string }>(
    'select application_id from billing_allowances where organization_id = $1',
    [organizationId],
  )
  const applications = rows.map(({ application_id }) => application_id)
  const { days, firstIn, unread } = await archivedDays(facts)
  const { wasIn = [] } = facts
  /** A cell that has archived an earlier day keeps each later one. Of a cell that was removed nothing is known. */
  const mayBeGone = (day: string): boolean =>
    wasIn.length > 0 && ['home', ...wasIn].some((name) => (firstIn.get(name) ?? '9999') > day)
  const found: Compared = { contradictions: [], notCompared: [], unread }
  for (const [day, archives] of days) {
    const of = { day, archives, applications, wasInCell: wasIn.length > 0, mayBeGone: mayBeGone(day) }
    const { contradictions, notCompared } = await compareDay(database, of)
    found.contradictions.push(...contradictions)
    found.notCompared.push(...notCompared)
  }
  return found
}

/** The archived days of charges of all databases, the oldest first. `firstIn`: that of each database, by its name. */
const archivedDays = async ({
  archive,
  numbers,
}: Facts): Promise<{
  days: [day: string, archives: DayIn[]][]
  firstIn: Map<string, string>
  unread: string[]
}> => {
  const { answers, unread } = await archivedDaysOfCharges(numbers?.databases ?? null, archive, fileWithinMs)
  const days = Map.groupBy(
    answers.flatMap(({ answer }) => answer),
    ({ day: { day } }) => day,
  )
  const firstIn = new Map(
    answers.flatMap(({ name, answer: [one] }) => (one ? [[name, one.day.day] as const] : [])),
  )
  return { firstIn, days: [...days].toSorted(([one], [other]) => (one < other ? -1 : 1)), unread }
}

type OfDay = {
  day: string
  archives: readonly DayIn[]
  applications: readonly string[]
  wasInCell: boolean
  /** A cell may have deleted the day before its first archive. */
  mayBeGone: boolean
}

const compareDay = async (
  database: Database,
  { day, archives, applications, wasInCell, mayBeGone }: OfDay,
): Promise<Omit<Compared, 'unread'>> => {
  const charged = await sumsOfArchives(archives, applications)
  const archived = new Set([...charged.keys()].map(applicationOf))
  const { rows } = await database.query<Group & Sum & { stored: boolean }>(
    `select application_id, item, mode, scopes, price_list_id, sum(quantity)::bigint as quantity,
       sum(amount)::bigint as amount,
       exists (select from call_charges c where c.application_id = u.application_id and c.day = $1) as stored
     from billing_usage u where day = $1 and application_id = any($2)
     group by application_id, item, mode, scopes, price_list_id`,
    [day, applications],
  )
  // Another database has archived its own charges of the day. Those that are stored are compared by another check.
  const isElsewhere = ({ application_id, stored }: (typeof rows)[number]): boolean =>
    wasInCell && !archived.has(application_id) && (stored || mayBeGone)
  const used = new Map(rows.filter((row) => !isElsewhere(row)).map((row) => [keyOf(row), row]))
  const contradictions = [...new Set([...charged.keys(), ...used.keys()])].flatMap((key) => {
    const one = charged.get(key)
    const other = used.get(key)
    if (one?.quantity === other?.quantity && one?.amount === other?.amount) return []
    const [application, item] = JSON.parse(key) as [string, string]
    const difference = String((other?.amount ?? 0) - (one?.amount ?? 0))
    return [{ subject: `${application} ${day} ${item}`, difference }]
  })
  const missing = rows.filter((row) => isElsewhere(row) && !row.stored)
  const elsewhere = new Set(missing.map(({ application_id }) => application_id))
  return { contradictions, notCompared: [...elsewhere].toSorted().map((id) => `${id} ${day}`) }
}

/**
 * The charges of an application on a day. All of them are in one database at a time. What a move left behind may be in the archive of
 * that database too, and counts once.
 */
const sumsOfArchives = async (
  archives: readonly DayIn[],
  applications: readonly string[],
): Promise<Map<string, Sum>> => {
  const all = new Map<string, Sum>()
  for (const one of archives) {
    const known = new Set([...all.keys()].map(applicationOf))
    const rest = applications.filter((id) => !known.has(id))
    for (const [key, sum] of await sumsOfArchive(one, rest)) all.set(key, sum)
  }
  return all
}

const sumsOfArchive = async (
  { archive, day }: DayIn,
  applications: readonly string[],
): Promise<Map<string, Sum>> => {
  const sums = new Map<string, Sum>()
  if (applications.length === 0) return sums
  for await (const found of archive.read(day, applications))
    for (const { row } of found) {
      const charge = row as (Group & { livemode: boolean; amount: number }) | null
      if (!charge?.livemode || charge.amount === 0) continue
      const { quantity, amount } = sums.get(keyOf(charge)) ?? { quantity: 0, amount: 0 }
      sums.set(keyOf(charge), { quantity: quantity + 1, amount: amount + charge.amount })
    }
  return sums
}
