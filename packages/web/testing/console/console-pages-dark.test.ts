import { expect, test } from 'vitest'
import { faultsOfScenes } from '../staff/faults-of-scenes.ts'
import { scenes as given } from './console-scenes.ts'
import { withHostileTexts } from './hostile-answers.ts'

/** The light run has usual texts. */
const scenes = given.map((scene) => ({ ...scene, answers: withHostileTexts(scene.answers) }))

test('every page in every state has enough contrast, fits 360 pixels and runs no text of a stranger, which is in every field: dark', async () => {
  const { faults, problems, seen } = await faultsOfScenes('dark', { pages: 'console', scenes, width: 360 })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(50)
}, 300_000)
