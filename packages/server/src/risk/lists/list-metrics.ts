import type { Clock } from '@nani/foundation/core/index.ts'
import { type GaugeOf, type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { type Freshness, freshnessOf } from './freshness.ts'
import { currentVersions } from './store/versions.ts'

/** A gauge with one line for each list. A list for which it has no value is absent. */
const ofLists = (
  name: string,
  help: string,
  of: (list: Freshness) => number | null,
): GaugeOf<readonly Freshness[]> => ({
  ...{ name, help, labels: ['list'] },
  of: (lists) =>
    lists.flatMap((list) => {
      const value = of(list)
      return value === null ? [] : [{ value, labels: { list: list.list.id } }]
    }),
})

const gauges = [
  ofLists(
    'nani_list_loaded',
    '1 if a version of the screening list was ever loaded. The other lines of a list need it.',
    ({ version }) => Number(version !== null),
  ),
  ofLists(
    'nani_list_stale',
    '1 if a screening list was not confirmed as current within its maximum age.',
    ({ version, stale }) => version && Number(stale),
  ),
  ofLists(
    'nani_list_age_seconds',
    'Seconds since a screening list was last confirmed as current.',
    ({ ageMs }) => ageMs && Math.round(ageMs / 1_000),
  ),
  ofLists(
    'nani_list_entries',
    'Number of entries of a screening list. A list that was never loaded is absent.',
    ({ version }) => version?.entries ?? null,
  ),
]

/** The age of each list. */
export const listMetrics = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): RegisterMetrics =>
  registerGauges(async () => freshnessOf(await currentVersions(pool), clock.now()), gauges)
