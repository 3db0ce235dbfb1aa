import { expect, test } from 'vitest'
import { faultsOfScenes } from './faults-of-scenes.ts'

test('every page in every state passes axe, fits 360 pixels and runs no text of a stranger: light', async () => {
  const { faults, problems, seen } = await faultsOfScenes('light')
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(50)
}, 300_000)
