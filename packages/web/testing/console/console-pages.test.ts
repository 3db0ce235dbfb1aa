import { expect, test } from 'vitest'
import { faultsOfScenes } from '../staff/faults-of-scenes.ts'
import { scenes } from './console-scenes.ts'

test('every page in every state passes axe, fits 360 pixels and runs no text of a stranger: light', async () => {
  const { faults, problems, seen } = await faultsOfScenes('light', { pages: 'console', scenes, width: 360 })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(50)
}, 300_000)
