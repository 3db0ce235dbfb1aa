import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { type EntryMatch, openScreener, type Screener } from '@nani/engines/screening/index.ts'
import { type Clock, mapWithConcurrency } from '@nani/foundation/core/index.ts'
import { isDatabaseFault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { timeOf } from '../../../gateway/gateway/index.ts'
import { type ListId, listOf, type StagedChanges } from '../../../risk/lists/index.ts'
import {
  type BaselineHit,
  type Finding,
  findingOf,
  findingOfJurisdiction,
  hitOfBaseline,
  indexedEntry,
  type MonitorSecrets,
  type SubjectFacts,
  subjectPseudonym,
} from '../../aml/index.ts'
import { materialChange } from '../material-change.ts'
import { type Monitor, monitorsAt, type PartyOfMonitor, readMonitors, readParties } from '../monitor-rows.ts'
import { dismissedInTurns, type ReadDismissed } from './dismissed-in-turns.ts'

export type AlertCountNeeds = {
  clock: Clock
  secrets: MonitorSecrets
  threshold(): Promise<number>
}

type Previewed = { list: ListId; changes: StagedChanges }

/** Entries of the list that one subject can have (as in a screening). */
const limit = 100
/** Subjects that a worker searches in one task. Few, so that the event loop is held for a short time. */
const subjectsATask = 16

/** A database by its name, with the monitors of its applications. */
export type DatabaseOfMonitors = { name: string; pool: pg.Pool }

/** Subjects by application. `unread`: the databases that failed meanwhile. Their subjects are not counted. */
export type AlertCounts = { alerts: ReadonlyMap<string, number>; unread: readonly string[] }

/**
 * Counts, by application, the monitored subjects of these databases that would alert if these changes were imported. The new entries are
 * in an index of their own, so that searches of calls do not wait. Its workers run where calls leave a processor free. Memory holds this
 * index and two pages of monitors.
 */
export const countAlerts = async (
  previewed: Previewed,
  databases: readonly DatabaseOfMonitors[],
  needs: AlertCountNeeds,
  onProgress: (screened: number) => Promise<void>,
): Promise<AlertCounts> => {
  const unread = new Set<string>()
  const all: (readonly [string, number])[] = []
  const screener = openScreener({ isBackground: true, workers: availableParallelism() })
  try {
    await screener.load('everyone', indexedGroups(previewed))
    const search = { screener, threshold: await needs.threshold() }
    let screened = 0
    // While the workers search, the next group is opened.
    const groupsAtATime = screener.stats().workers + 1
    for (const { name, pool } of databases) {
      const compare = openComparison(previewed, search, { ...needs, pool })
      const pages = comparedPages(previewed, { name, pool, compare, groupsAtATime }, needs)
      const alerts = new Map<string, number>()
      for await (const page of pages) {
        if (page === 'failed') {
          unread.add(name)
          continue
        }
        for (const id of page.alerting) alerts.set(id, (alerts.get(id) ?? 0) + 1)
        screened += page.size
        await onProgress(screened)
      }
      if (!unread.has(name)) all.push(...alerts)
    }
  } finally {
    await screener.close()
  }
  return { alerts: new Map(all), unread: [...unread] }
}

type Comparing = DatabaseOfMonitors & { compare: ReturnType<typeof openComparison>; groupsAtATime: number }

/** Each page of monitors, with the application of each subject that would alert. The last one says if a cell failed. */
const comparedPages = async function* (
  previewed: Previewed,
  { name, pool, compare, groupsAtATime }: Comparing,
  { secrets }: AlertCountNeeds,
): AsyncGenerator<{ size: number; alerting: string[] } | 'failed'> {
  try {
    for await (const monitors of readAhead(monitorsToCompare(previewed, pool, secrets))) {
      const groups = await mapWithConcurrency(groupsOf(monitors), groupsAtATime, async (group) => {
        await setImmediate()
        const found = await compare(group)
        return group.flatMap(({ applicationId }, index) => (found[index] ? [applicationId] : []))
      })
      yield { size: monitors.length, alerting: groups.flat() }
    }
  } catch (error) {
    // Without home there is no preview.
    if (name === 'home' || !isDatabaseFault(error)) throw error
    yield 'failed'
  }
}

/** Where an entry left the list, or is a country, the baseline of every subject is needed. Otherwise few subjects need it. */
const monitorsToCompare = (
  { list, changes }: Previewed,
  pool: pg.Pool,
  secrets: MonitorSecrets,
): AsyncGenerator<Compared[]> =>
  changes.left.size > 0 || isOfCountries(list)
    ? readMonitors(pool, secrets, 'all')
    : readParties(pool, secrets)

/** Reads the next page while one is compared. */
const readAhead = async function* <Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  try {
    for (let next = pages.next(); ; ) {
      const { value, done } = await next
      if (done) return
      next = pages.next()
      // The next round reports its failure.
      next.catch(() => {})
      yield value
    }
  } finally {
    await pages.return(undefined)
  }
}

const groupsOf = function* (monitors: readonly Compared[]) {
  for (let at = 0; at < monitors.length; at += subjectsATask) yield monitors.slice(at, at + subjectsATask)
}

const indexedGroups = async function* ({ list, changes }: Previewed) {
  if (isOfCountries(list)) return
  for await (const group of changes.added()) yield group.map(indexedEntry)
}

const isOfCountries = (list: ListId): boolean => listOf(list).category === 'high_risk_jurisdictions'

type Search = { screener: Pick<Screener, 'searchMany'>; threshold: number }
type Compared = Monitor | PartyOfMonitor
type ComparisonNeeds = AlertCountNeeds & { pool: pg.Pool }
/** A monitor with its party, which is opened once. */
type Opened = { monitor: Compared; party: ReturnType<Monitor['party']> }

/** Whether each monitor of a group would alert. The rule is that of a rescreening, for the entries of one list. */
const openComparison = (previewed: Previewed, search: Search, needs: ComparisonNeeds) => {
  const { category } = listOf(previewed.list)
  const readDismissed = dismissedInTurns(needs.pool, needs.secrets)
  return async (monitors: readonly Compared[]): Promise<boolean[]> => {
    const opened = monitors.map((monitor): Opened => ({ monitor, party: monitor.party() }))
    const checked = opened.filter(({ party }) => party.checks.includes(category))
    const matches = await matchesOf(checked, previewed, search)
    const alerting = new Set<Opened>()
    for (const [index, one] of checked.entries())
      if (await wouldAlert(one, matches[index] ?? [], { previewed, needs, readDismissed })) alerting.add(one)
    return opened.map((one) => alerting.has(one))
  }
}

/** The new entries that match each monitor. */
const matchesOf = async (
  opened: readonly Opened[],
  { list }: Previewed,
  { screener, threshold }: Search,
): Promise<(readonly EntryMatch[])[]> => {
  if (isOfCountries(list)) return []
  const options = { audience: 'everyone' as const, threshold, lists: [listOf(list).number], limit }
  const screened = opened.flatMap(({ party }) => party.facts.screened ?? [])
  const answers = (await screener.searchMany(screened, options)).values()
  return opened.map(({ party }) => (party.facts.screened ? (answers.next().value ?? []) : []))
}

/** The whole monitor; undefined if it was stopped meanwhile. */
const wholeOf = async (
  monitor: Compared,
  { pool, secrets }: ComparisonNeeds,
): Promise<Monitor | undefined> =>
  'baseline' in monitor ? monitor : (await monitorsAt(pool, secrets, [monitor.number]))[0]

const wouldAlert = async (
  { monitor: compared, party }: Opened,
  matches: readonly EntryMatch[],
  {
    previewed,
    needs,
    readDismissed,
  }: { previewed: Previewed; needs: ComparisonNeeds; readDismissed: ReadDismissed },
): Promise<boolean> => {
  // Most subjects match no new entry.
  if (matches.length === 0 && !('baseline' in compared)) return false
  const { clock, secrets } = needs
  const monitor = await wholeOf(compared, needs)
  if (!monitor) return false
  const { applicationId } = monitor
  const isGone = ({ key }: BaselineHit) => hasLeft(key, previewed)
  const findings = await findNew(party.facts, timeOf(monitor, clock), { previewed, matches })
  if (findings.length === 0 && previewed.changes.left.size === 0) return false
  const before = monitor.baseline().hits
  const kept = before.filter((hit) => !isGone(hit))
  if (kept.length === before.length && findings.length === 0) return false
  const after = [...kept, ...findings.map(hitOfBaseline)]
  const isDismissed = await readDismissed(
    applicationId,
    subjectPseudonym(party, applicationId, secrets.identityKey),
    [...before, ...after],
  )
  const previous = before.filter((hit) => !isDismissed(hit))
  const current = after.filter((hit) => !isDismissed(hit))
  const found = new Set(current.map(({ key }) => key))
  // A material change, or a hit whose entry left the list.
  return (
    materialChange(previous, current) !== null || previous.some((hit) => isGone(hit) && !found.has(hit.key))
  )
}

/** The hits of a subject among the new entries. */
const findNew = async (
  { exposures }: SubjectFacts,
  nowMs: number,
  { previewed: { list, changes }, matches }: { previewed: Previewed; matches: readonly EntryMatch[] },
): Promise<Finding[]> => {
  if (isOfCountries(list)) {
    const found = await changes.findReferences(exposures.map(({ country }) => country))
    return found.map((entry) => findingOfJurisdiction(entry, exposures, nowMs))
  }
  if (matches.length === 0) return []
  const matchOf = new Map(matches.map((match) => [match.entryId, match]))
  const found = await changes.find([...matchOf.keys()])
  return found.flatMap((entry) => {
    const match = matchOf.get(entry.entryId)
    return match ? [findingOf(entry, match, nowMs)] : []
  })
}

const hasLeft = (key: string, { list, changes }: Previewed): boolean =>
  key.startsWith(`${list}:`) && changes.left.has(key.slice(list.length + 1))
