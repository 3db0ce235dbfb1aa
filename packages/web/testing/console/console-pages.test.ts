import { expect, test } from 'vitest'
import { faultsOfScenes } from '../staff/faults-of-scenes.ts'
import { scenes as given } from './console-scenes.ts'
import { withHostileTexts } from './hostile-answers.ts'

const scenes = given.map((scene) => ({ ...scene, answers: withHostileTexts(scene.answers) }))

test('every page in every state passes axe, has enough contrast in both themes, fits 360 pixels and runs no text of a stranger, which is in every field', async () => {
  const shown = { pages: 'console', scenes, width: 360 } as const
  const { faults, problems, seen } = await faultsOfScenes(['light', 'dark'], shown)
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(50)
}, 300_000)
