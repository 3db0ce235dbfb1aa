import { expect, test } from 'vitest'
import { faultsOfScenes, viewsOf, viewsOfFrame } from '../staff/faults-of-scenes.ts'
import { scenes as given } from './desk-scenes.ts'
import { withStrangerTexts } from './stranger-fields.ts'

const scenes = given.map((scene) => ({ ...scene, answers: withStrangerTexts(scene.answers) }))

const options = { pages: 'desk', hasStrangers: true } as const

// Each scene is loaded once, and shown in each view. See `viewsOf` for what is checked where.
test('every page of the desk in every state passes axe at 768 and 1,280 pixels, in both themes and languages, and neither runs a text of a stranger nor is turned around by one', async () => {
  const { faults, problems, seen } = await faultsOfScenes(viewsOf(768), { ...options, scenes })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(30)
}, 300_000)

test('the navigation and the search pass axe in both widths, and have enough contrast in every pair of width and theme', async () => {
  const withNavigation = ['queue', 'organization', 'queue-auditor']
  const { faults, problems, seen } = await faultsOfScenes(viewsOfFrame(768), {
    ...options,
    scenes: scenes.filter(({ name }) => withNavigation.includes(name)),
  })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBe(withNavigation.length)
})
