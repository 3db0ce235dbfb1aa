import { setImmediate } from 'node:timers/promises'
import { openScreener, type Screener } from '@nani/engines/screening/index.ts'
import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { timeOf } from '../../../gateway/gateway/index.ts'
import { type ListId, listOf, type StagedChanges } from '../../../risk/lists/index.ts'
import {
  type BaselineHit,
  dismissedHits,
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

export type AlertCountNeeds = {
  pool: pg.Pool
  clock: Clock
  secrets: MonitorSecrets
  threshold(): Promise<number>
}

type Previewed = { list: ListId; changes: StagedChanges }

/** Entries of the list that one subject can have (as in a screening). */
const limit = 100
/** Subjects of a page that are searched at a time. Few, so that calls keep their capacity. */
const concurrency = 4

/**
 * Counts, by application, the monitored subjects that would alert if these changes were imported. The new entries are in an
 * index of their own with one worker, so that searches of calls do not wait. Memory holds this index and one page of monitors.
 */
export const countAlerts = async (
  previewed: Previewed,
  needs: AlertCountNeeds,
  onProgress: (screened: number) => Promise<void>,
): Promise<Map<string, number>> => {
  const alerts = new Map<string, number>()
  const screener = openScreener({ workers: 1 })
  try {
    await screener.load('everyone', indexedGroups(previewed))
    const compare = openComparison(previewed, { screener, threshold: await needs.threshold() }, needs)
    let screened = 0
    for await (const monitors of readMonitors(needs.pool, needs.secrets, 'all')) {
      for (let at = 0; at < monitors.length; at += concurrency) {
        await setImmediate()
        const group = monitors.slice(at, at + concurrency)
        const found = await Promise.all(group.map(compare))
        for (const [index, wouldAlert] of found.entries()) {
          const applicationId = (group[index] as Monitor).applicationId
          if (wouldAlert) alerts.set(applicationId, (alerts.get(applicationId) ?? 0) + 1)
        }
      }
      screened += monitors.length
      await onProgress(screened)
    }
  } finally {
    await screener.close()
  }
  return alerts
}

const indexedGroups = async function* ({ list, changes }: Previewed) {
  if (isOfCountries(list)) return
  for await (const group of changes.added()) yield group.map(indexedEntry)
}

const isOfCountries = (list: ListId): boolean => listOf(list).category === 'high_risk_jurisdictions'

type Search = { screener: Pick<Screener, 'search'>; threshold: number }

/** Whether a monitor would alert. The rule is that of a rescreening, for the entries of one list. */
const openComparison =
  (previewed: Previewed, search: Search, { pool, secrets: { identityKey }, clock }: AlertCountNeeds) =>
  async (monitor: Monitor): Promise<boolean> => {
    const { applicationId } = monitor
    const party = monitor.party()
    if (!party.checks.includes(listOf(previewed.list).category)) return false
    const isGone = ({ key }: BaselineHit) => hasLeft(key, previewed)
    const before = monitor.baseline().hits
    const kept = before.filter((hit) => !isGone(hit))
    const findings = await findNew(party.facts, timeOf(monitor, clock), { ...previewed, ...search })
    if (kept.length === before.length && findings.length === 0) return false
    const after = [...kept, ...findings.map(hitOfBaseline)]
    const isDismissed = await dismissedHits(
      applicationId,
      subjectPseudonym(party, applicationId, identityKey),
      [...before, ...after],
      { pool, identityKey },
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
  { screened, exposures }: SubjectFacts,
  nowMs: number,
  { list, changes, screener, threshold }: Previewed & Search,
): Promise<Finding[]> => {
  if (isOfCountries(list)) {
    const found = await changes.findReferences(exposures.map(({ country }) => country))
    return found.map((entry) => findingOfJurisdiction(entry, exposures, nowMs))
  }
  if (!screened) return []
  const options = { audience: 'everyone' as const, threshold, lists: [listOf(list).number], limit }
  const matches = new Map((await screener.search(screened, options)).map((match) => [match.entryId, match]))
  if (matches.size === 0) return []
  const found = await changes.find([...matches.keys()])
  return found.flatMap((entry) => {
    const match = matches.get(entry.entryId)
    return match ? [findingOf(entry, match, nowMs)] : []
  })
}

const hasLeft = (key: string, { list, changes }: Previewed): boolean =>
  key.startsWith(`${list}:`) && changes.left.has(key.slice(list.length + 1))
