import type { Platform } from '@nani/foundation/platform/index.ts'
import { type MetricSample, type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type { RunningCell } from './run-cell.ts'

/** Gauges of modules that read a database. A cell has its own values, with the label `cell`. */
const shown = [
  {
    ...{ ofModule: 'nani_webhook_deliveries_waiting', name: 'nani_cell_webhook_deliveries_waiting' },
    ...{ help: 'Events of a cell whose time to be sent has come.', labels: ['cell'] },
  },
  {
    ...{ ofModule: 'nani_webhook_oldest_seconds', name: 'nani_cell_webhook_oldest_seconds' },
    ...{ help: 'For how long the oldest of these events has waited.', labels: ['cell'] },
  },
  {
    ...{ ofModule: 'nani_open_work', name: 'nani_cell_open_work' },
    ...{ help: 'Jobs and batch items of a cell that are not finished.', labels: ['cell', 'kind'] },
  },
  {
    ...{ ofModule: 'nani_audit_lag_seconds', name: 'nani_cell_audit_lag_seconds' },
    help: 'For how long the oldest audit entry or act of a cell has waited for its transparency log.',
    labels: ['cell', 'environment'],
  },
  {
    ...{ ofModule: 'nani_allowance_money', name: 'nani_cell_allowance_money' },
    ...{ help: 'Money of the allowances of applications in a cell.', labels: ['cell', 'currency', 'state'] },
  },
  {
    ...{ ofModule: 'nani_wallets', name: 'nani_cell_wallets' },
    help: 'Wallets of organizations in a cell that are below their alert threshold, or suspended.',
    labels: ['cell', 'state'],
  },
  {
    ...{ ofModule: 'nani_cell_outbox_waiting', name: 'nani_cell_outbox_waiting', labels: ['cell'] },
    help: 'What acts and calls in a cell caused in home, and what is not carried yet.',
  },
  {
    ...{
      ofModule: 'nani_cell_outbox_oldest_seconds',
      name: 'nani_cell_outbox_oldest_seconds',
      labels: ['cell'],
    },
    help: 'For how long the oldest of it has waited.',
  },
] as const

/** A cell that hangs has no line. The metrics of the others do not wait for it. */
const answersWithinMs = 1_000

type Samples = ReadonlyMap<string, MetricSample[]>

export const gaugesOfCells = (
  cells: readonly Pick<RunningCell, 'name' | 'gauges'>[],
  { pause }: Pick<Platform, 'pause'>,
): RegisterMetrics =>
  registerGauges(
    async () => {
      const read = cells.map((cell) =>
        Promise.race([samplesOf(cell).catch(() => null), pause(answersWithinMs).then(() => null)]),
      )
      return (await Promise.all(read)).filter((samples) => samples !== null)
    },
    shown.map(({ name, help, labels }) => ({
      ...{ name, help, labels },
      of: (all: readonly Samples[]) => all.flatMap((samples) => samples.get(name) ?? []),
    })),
  )

const samplesOf = async ({ name: cell, gauges }: Pick<RunningCell, 'name' | 'gauges'>): Promise<Samples> => {
  const registry = gauges()
  const found = new Map<string, MetricSample[]>()
  for (const { ofModule, name } of shown) {
    const metric = await registry?.getSingleMetric(ofModule)?.get()
    found.set(
      name,
      (metric?.values ?? []).map(({ value, labels }) => ({
        ...{ value, labels: { ...(labels as Record<string, string>), cell } },
      })),
    )
  }
  return found
}
