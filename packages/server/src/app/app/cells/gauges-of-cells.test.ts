import { registerGauges } from '@nani/foundation/platform/index.ts'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { gaugesOfCells } from './gauges-of-cells.ts'

/** What the modules of a cell register. */
const registryOf = (waiting: () => Promise<number>): Registry => {
  const registry = new Registry()
  const name = 'nani_webhook_deliveries_waiting'
  registerGauges(waiting, [{ name, help: 'Events.', of: (value) => [{ value }] }])(registry)
  const open = { name: 'nani_open_work', help: 'Work.', labels: ['kind'] }
  const samples = [
    { value: 2, labels: { kind: 'item' } },
    { value: 1, labels: { kind: 'job' } },
  ]
  registerGauges(async () => samples, [{ ...open, of: (all) => all }])(registry)
  return registry
}

test('each cell has its own gauges, and a cell that hangs or is away has none', async () => {
  const never = () => new Promise<number>(() => {})
  const registry = new Registry()
  const cells = [
    { name: 'north', gauges: () => registryOf(async () => 3) },
    { name: 'hangs', gauges: () => registryOf(never) },
    { name: 'away', gauges: () => null },
  ]
  // The time is over once the cells that answer have answered.
  const pause = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
  gaugesOfCells(cells, { pause })(registry)
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('nani'))
  expect(lines).toEqual([
    'nani_cell_webhook_deliveries_waiting{cell="north"} 3',
    'nani_cell_open_work{kind="item",cell="north"} 2',
    'nani_cell_open_work{kind="job",cell="north"} 1',
  ])
})
