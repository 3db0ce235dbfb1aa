import { describe, expect, test } from 'vitest'
import { isGenderCounterpart } from './gender-counterpart.ts'
import { lookalikeKey } from './lookalike.ts'
import { phoneticKey } from './phonetic.ts'
import { bare } from './testing/misspell.ts'
import { genderPairs } from './testing/name-parts.ts'
import { isTypo } from './typo.ts'

describe('phoneticKey: spellings of one sound', () => {
  test.each([
    ['ou ~ u', 'mouteba', 'muteba'],
    ['dj ~ j', 'mudjinga', 'mujinga'],
    ['tsh ~ tch ~ ch', 'tshilombo', 'tchilombo'],
    ['sh ~ ch', 'shabani', 'chabani'],
    ['y ~ i', 'kyola', 'kiola'],
    ['w ~ ou', 'mwenze', 'mouenze'],
    ['gh ~ g', 'mongala', 'monghala'],
    ['ph ~ f', 'sophie', 'sofie'],
    ['th ~ t', 'esther', 'ester'],
    ['c ~ k', 'lukoki', 'lucoki'],
    ['qu ~ k', 'monique', 'monike'],
    ['s ~ z', 'kazembe', 'kasembe'],
    ['n ~ m before b and p', 'mpenba', 'mpemba'],
    ['doubled letters', 'lilyane', 'lillyane'],
    ['final ie ~ yi ~ y', 'beyie', 'beyi'],
    ['silent h', 'hortense', 'ortense'],
    ['au ~ o', 'claudine', 'clodine'],
  ])('%s', (_, a, b) => {
    expect(phoneticKey(a)).toBe(phoneticKey(b))
  })

  test.each([
    ['a final mute e', 'denis', 'denise'],
    ['vowels', 'mulamba', 'mulumba'],
    ['k and g', 'kando', 'gando'],
  ])('distinguishes %s', (_, a, b) => {
    expect(phoneticKey(a)).not.toBe(phoneticKey(b))
  })
})

describe('lookalikeKey: one print read twice', () => {
  test.each([
    ['0 ~ o', 'm0kili', 'mokili'],
    ['1 ~ l ~ i', 'moki1i', 'mokili'],
    ['l ~ i', 'mokiii', 'mokili'],
    ['rn ~ m', 'lurnbala', 'lumbala'],
    ['vv ~ w', 'vvembo', 'wembo'],
    ['c ~ e', 'wcmbo', 'wembo'],
    ['u ~ v', 'lvmbala', 'lumbala'],
    ['h ~ b', 'lumhala', 'lumbala'],
    ['several at once', 'm0ki1l', 'mokili'],
  ])('%s', (_, a, b) => {
    expect(lookalikeKey(a)).toBe(lookalikeKey(b))
  })

  test('letters of other shapes remain different', () => {
    expect(lookalikeKey('mokala')).not.toBe(lookalikeKey('mokola'))
  })
})

describe('isTypo: one slip', () => {
  test.each([
    ['a letter lost', 'lumbala', 'lumbla'],
    ['a letter added', 'lumbala', 'lumbxala'],
    ['a letter repeated at the start', 'mokili', 'mmokili'],
    ['a letter replaced', 'mokili', 'mokipi'],
    ['two neighbours exchanged', 'mokili', 'mokiil'],
    ['the first two exchanged', 'mokili', 'omkili'],
    ['an unheard initial nasal', 'nkisi', 'kisi'],
  ])('%s', (_, a, b) => {
    expect(isTypo(a, b)).toBe(true)
    expect(isTypo(b, a)).toBe(true)
  })

  test.each([
    ['two letters replaced', 'mokili', 'mopipi'],
    ['another first letter', 'kabongo', 'mabongo'],
    ['another first letter in a short name', 'noel', 'joel'],
    ['a short name', 'lea', 'leo'],
    ['a lost first syllable', 'mokili', 'kili'],
    ['an exchange at a distance', 'mokili', 'mikoli'],
    ['a Chinese syllable', '高石早苗', '高市早苗'],
  ])('%s is not a slip', (_, a, b) => {
    expect(isTypo(a, b)).toBe(false)
    expect(isTypo(b, a)).toBe(false)
  })
})

describe('isGenderCounterpart', () => {
  const nearlySame = genderPairs
    .map(([man, woman]) => [bare(man), bare(woman)] as const)
    .filter(([man, woman]) => isTypo(man, woman) || phoneticKey(man) === phoneticKey(woman))

  test('the invented pairs contain enough pairs that a slip would explain', () => {
    expect(nearlySame.length).toBeGreaterThan(20)
  })

  test.each(nearlySame)('%s and %s', (man, woman) => {
    expect(isGenderCounterpart(man, woman)).toBe(true)
    expect(isGenderCounterpart(woman, man)).toBe(true)
  })

  test.each([
    ['esperance', 'esperanc'],
    ['jeanne', 'jeann'],
    ['odile', 'odil'],
    ['kalala', 'kalal'],
    ['nganda', 'ngand'],
    ['marie', 'mari'],
    ['justin', 'jusin'],
  ])('%s and %s are one name with a slip', (a, b) => {
    expect(isGenderCounterpart(a, b)).toBe(false)
  })
})
