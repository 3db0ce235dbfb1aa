import { systemLookup } from '@nani/foundation/outbound/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { listMetrics } from './list-metrics.ts'
import { type RefreshReport, refreshDueLists } from './refresh-lists.ts'
import { seedSandboxLists } from './seed-sandbox-lists.ts'
import { type ListsSettings, listsSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'log'>

export const listsModule = defineModule({
  name: 'lists',
  settings: listsSettings,
  async open({ pool, clock, log }: Needs, settings) {
    const { refused } = await seedSandboxLists({ pool, clock })
    for (const refusal of refused) log(`sandbox: ${refusal}`)
    return {
      hourly: settings.listsRefreshHours === 0 ? [] : [refresh({ pool, clock, log }, settings)],
      metrics: [listMetrics({ pool, clock })],
    }
  },
})

/** Fetches the lists that are due. */
const refresh = ({ pool, clock, log }: Needs, settings: ListsSettings): (() => Promise<void>) => {
  const { listsRefreshHours: everyHours, listAddresses: addresses } = settings
  const onReport = (report: RefreshReport) =>
    log(`list ${report.list}: ${report.outcome === 'refused' ? report.message : report.outcome}`)
  const lookup = systemLookup()
  return () => refreshDueLists({ pool, clock, lookup, addresses, everyHours, onReport })
}
