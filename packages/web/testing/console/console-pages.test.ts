import { expect, test } from 'vitest'
import { faultsOfScenes, viewsOf, viewsOfFrame } from '../staff/faults-of-scenes.ts'
import { scenes as given } from './console-scenes.ts'
import { withHostileTexts } from './hostile-answers.ts'

const scenes = given.map((scene) => ({ ...scene, answers: withHostileTexts(scene.answers) }))

const options = { pages: 'console', hasStrangers: true } as const

// Each scene is loaded once, and shown in each view. See `viewsOf` for what is checked where.
test('every page in every state passes axe on a telephone and a desktop, in both themes and languages, and runs no text of a stranger, which is in every field', async () => {
  const { faults, problems, seen } = await faultsOfScenes(viewsOf(360), { ...options, scenes })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(50)
}, 300_000)

test('the navigation and the search pass axe in both widths, and have enough contrast in every pair of width and theme', async () => {
  const withNavigation = ['organizations', 'organization', 'keys']
  const { faults, problems, seen } = await faultsOfScenes(viewsOfFrame(360), {
    ...options,
    scenes: scenes.filter(({ name }) => withNavigation.includes(name)),
  })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBe(withNavigation.length)
})
