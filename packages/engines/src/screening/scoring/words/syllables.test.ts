import { expect, test } from 'vitest'
import { syllableFamilies } from './syllables.ts'

test('every spelling of a syllable has a vowel, so two initials are never one syllable', () => {
  const spellings = syllableFamilies().flatMap((family) => family.split(' '))
  expect(spellings.filter((spelling) => !/[aeiou]/.test(spelling))).toEqual([])
  expect(syllableFamilies()).toContain('hui heui hee')
})
