import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { type EntryMatch, openScreener, type Screener } from '@nani/engines/screening/index.ts'
import { type Clock, mapWithConcurrency } from '@nani/foundation/core/index.ts'
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
import { type Monitor, readMonitors } from '../monitor-rows.ts'
import { dismissedInTurns, type ReadDismissed } from './dismissed-in-turns.ts'

export type AlertCountNeeds = {
  pool: pg.Pool
  clock: Clock
  secrets: MonitorSecrets
  threshold(): Promise<number>
}

type Previewed = { list: ListId; changes: StagedChanges }

/** Entries of the list that one subject can have (as in a screening). */
const limit = 100
/** Subjects that a worker searches in one task. Few, so that the event loop is held for a short time. */
const subjectsATask = 16
/**
 * Counts, by application, the monitored subjects that would alert if these changes were imported. The new entries are in an
 * index of their own, so that searches of calls do not wait. Its workers run where calls leave a processor free. Memory holds this
 * index and one page of monitors.
 */
export const countAlerts = async (
  previewed: Previewed,
  needs: AlertCountNeeds,
  onProgress: (screened: number) => Promise<void>,
): Promise<Map<string, number>> => {
  const alerts = new Map<string, number>()
  const screener = openScreener({ isBackground: true, workers: availableParallelism() })
  try {
    await screener.load('everyone', indexedGroups(previewed))
    const compare = openComparison(previewed, { screener, threshold: await needs.threshold() }, needs)
    // While the workers search, the next group is opened.
    const groupsAtATime = screener.stats().workers + 1
    let screened = 0
    for await (const monitors of readMonitors(needs.pool, needs.secrets, 'all')) {
      await mapWithConcurrency(groupsOf(monitors), groupsAtATime, async (group) => {
        await setImmediate()
        const found = await compare(group)
        for (const [index, { applicationId }] of group.entries())
          if (found[index]) alerts.set(applicationId, (alerts.get(applicationId) ?? 0) + 1)
      })
      screened += monitors.length
      await onProgress(screened)
    }
  } finally {
    await screener.close()
  }
  return alerts
}

const groupsOf = function* (monitors: readonly Monitor[]) {
  for (let at = 0; at < monitors.length; at += subjectsATask) yield monitors.slice(at, at + subjectsATask)
}

const indexedGroups = async function* ({ list, changes }: Previewed) {
  if (isOfCountries(list)) return
  for await (const group of changes.added()) yield group.map(indexedEntry)
}

const isOfCountries = (list: ListId): boolean => listOf(list).category === 'high_risk_jurisdictions'

type Search = { screener: Pick<Screener, 'searchMany'>; threshold: number }
/** A monitor with its party, which is opened once. */
type Opened = { monitor: Monitor; party: ReturnType<Monitor['party']> }

/** Whether each monitor of a group would alert. The rule is that of a rescreening, for the entries of one list. */
const openComparison = (previewed: Previewed, search: Search, needs: AlertCountNeeds) => {
  const { category } = listOf(previewed.list)
  const readDismissed = dismissedInTurns(needs.pool, needs.secrets)
  return async (monitors: readonly Monitor[]): Promise<boolean[]> => {
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

const wouldAlert = async (
  { monitor, party }: Opened,
  matches: readonly EntryMatch[],
  {
    previewed,
    needs: { clock, secrets },
    readDismissed,
  }: { previewed: Previewed; needs: AlertCountNeeds; readDismissed: ReadDismissed },
): Promise<boolean> => {
  const { applicationId } = monitor
  const isGone = ({ key }: BaselineHit) => hasLeft(key, previewed)
  const findings = await findNew(party.facts, timeOf(monitor, clock), { previewed, matches })
  // Most subjects match no new entry. Their sealed baseline is opened only where an entry left the list.
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
