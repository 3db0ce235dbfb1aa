import { expect, test } from 'vitest'
import { faultsOfScenes } from '../staff/faults-of-scenes.ts'
import { scenes } from './desk-scenes.ts'

test('every page of the desk in every state passes axe, fits 768 pixels and runs no text of a stranger: light', async () => {
  const locale = 'fr-FR'
  const { faults, problems, seen } = await faultsOfScenes(['light'], {
    pages: 'desk',
    scenes,
    width: 768,
    locale,
  })
  expect(faults).toEqual({})
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(30)
}, 300_000)
