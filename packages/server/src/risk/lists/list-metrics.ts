import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { type Freshness, freshnessOf } from './freshness.ts'
import { currentVersions } from './store/versions.ts'

type Gauge = { name: string; help: string; of: (list: Freshness) => number | null }

const gauges: readonly Gauge[] = [
  {
    name: 'nani_list_stale',
    help: '1 if a screening list was not confirmed as current within its maximum age.',
    of: ({ version, stale }) => version && Number(stale),
  },
  {
    name: 'nani_list_age_seconds',
    help: 'Seconds since a screening list was last confirmed as current.',
    of: ({ ageMs }) => ageMs && Math.round(ageMs / 1_000),
  },
  {
    name: 'nani_list_entries',
    help: 'Number of entries of a screening list. A list that was never loaded is absent.',
    of: ({ version }) => version?.entries ?? null,
  },
]

/** The age of each list, in the text format of Prometheus, version 0.0.4. */
export const listMetrics =
  ({ pool, clock }: { pool: pg.Pool; clock: Clock }) =>
  async (): Promise<string> =>
    metricsText(freshnessOf(await currentVersions(pool), clock.now()))

const metricsText = (lists: readonly Freshness[]): string =>
  gauges
    .flatMap(({ name, help, of }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...lists.flatMap((list) => {
        const value = of(list)
        return value === null ? [] : [`${name}{list="${list.list.id}"} ${value}`]
      }),
    ])
    .map((line) => `${line}\n`)
    .join('')
