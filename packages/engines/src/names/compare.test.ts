import { describe, expect, test } from 'vitest'
import { comparePersonNames } from './index.ts'

const verdict = (a: string, b: string) => comparePersonNames(a, b).verdict
const relations = (a: string, b: string) => comparePersonNames(a, b).explanation.map((part) => part.relation)

describe('match: equal after what spec/kyc#comparison-of-names ignores', () => {
  test.each([
    ['case', 'Lumbala Mokili Odile', 'LUMBALA mokili Odile'],
    ['accents', 'Lumbala Mokili Désiré', 'Lumbala Mokili Desire'],
    ['order', 'Lumbala Mokili Odile', 'Odile Mokili Lumbala'],
    ['comma order', 'Lumbala Mokili Odile', 'LUMBALA MOKILI, Odile'],
    ['punctuation', 'Lumbala Mokili (Odile)', 'Lumbala. Mokili; Odile'],
    ['a hyphen', 'Jean-Félix Lumbala', 'Jean Félix Lumbala'],
    ['a hyphen left out', 'Jean-Félix Lumbala', 'Lumbala JeanFelix'],
    ['an apostrophe', "N'Sele Lumbala", 'N’Sele Lumbala'],
    ['an apostrophe left out', "N'Sele Lumbala", 'Lumbala NSele'],
    ['a space for an apostrophe', "M'Pia Lumbala Odile", 'M Pia Lumbala Odile'],
    ['a French apostrophe', "d'Assise Lumbala", 'D Assise Lumbala'],
    ['a title', 'Lumbala Odile', 'Mme Odile Lumbala'],
    ['a leading M.', 'Lumbala Félix', 'M. Félix Lumbala'],
    ['a particle', 'Lumbala wa Mokili', 'Lumbala Mokili'],
    ['a particle written together', 'Lumbala wa Mokili', 'Lumbala Wamokili'],
    ['a particle after the comma', 'Maria de Souza', 'SOUZA, Maria de'],
  ])('%s', (_, a, b) => {
    expect(comparePersonNames(a, b)).toMatchObject({ verdict: 'match', similarity: 1 })
  })
})

describe('partial_match: a part is missing or misspelt, without a contradiction', () => {
  test.each([
    ['a missing postnom', 'Lumbala Mokili Odile', 'Odile Lumbala', 'absent'],
    ['an extra given name', 'Lumbala Mokili Odile', 'Lumbala Mokili Odile Régine', 'absent'],
    ['a name that occurs twice', 'Lumbala Lumbala Odile', 'Lumbala Odile', 'absent'],
    ['a married name', 'Lumbala Odile', 'Lumbala Odile épouse Mokili', 'absent'],
    ['an initial', 'Lumbala Mokili Odile', 'Lumbala M. Odile', 'initial'],
    ['initials run together', 'Jean-Félix Lumbala', 'JF Lumbala', 'initial'],
    ['a typo', 'Lumbala Mokili Odile', 'Lumbala Mokli Odile', 'typo'],
    ['a typo in a joined name', 'Jean-Félix Lumbala', 'JeanFleix Lumbala', 'typo'],
    ['a scanning error', 'Lumbala Mokili', 'Lurnbala Mokili', 'lookalike'],
    ['a phonetic spelling', 'Tshilombo Mouteba', 'Tchilombo Muteba', 'phonetic'],
    [
      'a postnom that the other gives as a spouse’s name',
      'Lumbala Odile ép. Mokili',
      'Lumbala Odile Mokili',
      'other_role',
    ],
  ])('%s', (_, a, b, relation) => {
    expect(verdict(a, b)).toBe('partial_match')
    expect(relations(a, b)).toContain(relation)
    expect(relations(a, b)).not.toContain('conflict')
  })

  test('a name in another script is recognised, but not proved equal', () => {
    expect(verdict('Виктор Лумбала', 'Viktor Lumbala')).toBe('partial_match')
  })

  test('a missing postnom and a spouse’s name do not contradict each other', () => {
    expect(verdict('Lumbala Mokili Odile', 'Lumbala Odile épouse Esaka')).toBe('partial_match')
  })

  test('an initial with a full stop is not the nasal of N’Simba', () => {
    expect(verdict('N. Simba Odile', 'Nsimba Odile')).toBe('partial_match')
    expect(verdict('N Simba Odile', 'Nsimba Odile')).toBe('match')
  })
})

describe('no_match: a component contradicts', () => {
  test.each([
    ['a sibling', 'Lumbala Mokili Odile', 'Lumbala Mokili Régine'],
    ['another postnom', 'Lumbala Mokili Odile', 'Lumbala Esaka Odile'],
    ['another spouse', 'Lumbala Odile épouse Mokili', 'Lumbala Odile épouse Esaka'],
    ['a sibling next to a spouse’s name', 'Lumbala épouse Mokili Odile', 'Lumbala Mokili Régine'],
    ['another initial', 'Lumbala Mokili Odile', 'Lumbala E. Odile'],
    ['a gender counterpart', 'Lumbala Firmin', 'Lumbala Firmine'],
    ['a gender counterpart in a joined name', 'Jean-Firmin Lumbala', 'JeanFirmine Lumbala'],
    ['a sibling whose initial is absent elsewhere', 'Lumbala Odile', 'Lumbala Mokili'],
    ['only the surname in common', 'Lumbala Mokili Odile', 'Lumbala Esaka Régine'],
    ['nothing in common', 'Lumbala Mokili Odile', 'Esaka Tambwe Régine'],
    ['initials alone', 'L. M.', 'Lumbala Mokili'],
    ['typos in three components', 'Lumbala Mokili Régine', 'Lumbla Mokli Régne'],
    ['no letters at all', '?', '?'],
    ['an empty name', '', 'Lumbala'],
  ])('%s', (_, a, b) => {
    expect(verdict(a, b)).toBe('no_match')
    expect(comparePersonNames(a, b).similarity).toBeLessThan(1)
  })

  test('Kalala and Kalela are each paired with the equal component first', () => {
    expect(relations('Kalala Kalela Odile', 'Kalela Kalala Odile')).toEqual(['equal', 'equal', 'equal'])
    expect(verdict('Kalala Kalela', 'Kalala Kalxmla')).toBe('no_match')
  })
})

describe('similarity', () => {
  const similarity = (a: string, b: string) => comparePersonNames(a, b).similarity

  test('falls if more is missing', () => {
    const whole = 'Lumbala Mokili Odile Régine'
    expect(similarity(whole, 'Lumbala Mokili Odile')).toBeGreaterThan(similarity(whole, 'Lumbala Odile'))
    expect(similarity(whole, 'Lumbala Odile')).toBeGreaterThan(similarity(whole, 'Lumbala'))
  })

  test('a slip costs less than an initial, and an initial less than an absence', () => {
    const whole = 'Lumbala Mokili Odile'
    expect(similarity(whole, 'Lumbala Mokli Odile')).toBeGreaterThan(similarity(whole, 'Lumbala M. Odile'))
    expect(similarity(whole, 'Lumbala M. Odile')).toBeGreaterThan(similarity(whole, 'Lumbala Odile'))
  })

  test('is informative after a refusal: siblings are similar, strangers are not', () => {
    expect(similarity('Lumbala Mokili Odile', 'Lumbala Mokili Régine')).toBeGreaterThan(0.6)
    expect(similarity('Lumbala Mokili Odile', 'Esaka Tambwe Régine')).toBeLessThan(0.3)
  })
})

test('the explanation names both sides in the given order', () => {
  const forth = comparePersonNames('Lumbala Mokili Odile', 'Odile Lumbla').explanation
  const back = comparePersonNames('Odile Lumbla', 'Lumbala Mokili Odile').explanation
  expect(forth).toContainEqual({ a: 'lumbala', b: 'lumbla', relation: 'typo' })
  expect(forth).toContainEqual({ a: 'mokili', b: null, relation: 'absent' })
  expect(back).toContainEqual({ a: 'lumbla', b: 'lumbala', relation: 'typo' })
  expect(back).toContainEqual({ a: null, b: 'mokili', relation: 'absent' })
})

test('a name beyond the limit is never proved equal', () => {
  const long = 'Lumbala '.repeat(100)
  expect(verdict(long, long)).toBe('partial_match')
})
