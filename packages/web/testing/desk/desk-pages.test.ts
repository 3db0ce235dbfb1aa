import { beforeAll, expect, test } from 'vitest'
import { faultsOfScenes } from '../staff/faults-of-scenes.ts'
import { scenes } from './desk-scenes.ts'

const maxScenesMs = 300_000

// Each scene is loaded once, and shown in French and light, then in English and dark.
let shown: Awaited<ReturnType<typeof faultsOfScenes>>
beforeAll(async () => {
  const languages = { light: 'fr', dark: 'en' } as const
  shown = await faultsOfScenes(['light', 'dark'], { pages: 'desk', scenes, width: 768, languages })
}, maxScenesMs)

test('every page of the desk in every state passes axe, fits 768 pixels and runs no text of a stranger: light', () => {
  expect(shown.faults.light).toBeUndefined()
  expect(shown.problems).toEqual([])
  expect(shown.seen).toBeGreaterThan(30)
})

test('every page of the desk in every state has enough contrast, fits 768 pixels and runs no text of a stranger: dark', () => {
  expect(shown.faults.dark).toBeUndefined()
})
