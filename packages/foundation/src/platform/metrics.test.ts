import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerGauges } from './metrics.ts'

test('a gauge without lines is absent, with labels and without', async () => {
  const registry = new Registry()
  registerGauges(
    async () => null,
    [
      { name: 'nani_lists', help: 'By list.', labels: ['list'], of: () => [] },
      { name: 'nani_age', help: 'Of all.', of: () => [] },
      { name: 'nani_one', help: 'One.', of: () => [{ value: 1 }] },
    ],
  )(registry)
  const lines = (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'))
  expect(lines).toEqual(['nani_one 1'])
})
