import { describe, expect, test } from 'vitest'
import { MAX_NAME_TOKENS, prepareName } from './prepare.ts'

const components = (name: string) =>
  prepareName(name)
    .tokens.filter((token) => token.kind === 'component')
    .map((token) => token.text)

describe('titles are not components', () => {
  test.each([
    'M. Odile Lumbala',
    'Mme Odile Lumbala',
    'Prof. Dr. Ir Odile Lumbala',
    'Odile Lumbala, PhD',
    'Lumbala, Mlle Odile',
    'Hon. Odile Lumbala',
  ])('%s', (name) => {
    expect(components(name).sort()).toEqual(['lumbala', 'odile'])
  })

  test('M. is an initial anywhere but at the beginning', () => {
    expect(components('Lumbala M. Odile')).toEqual(['lumbala', 'm', 'odile'])
    expect(components('Dr M. Lumbala')).toEqual(['m', 'lumbala'])
    expect(components('Lumbala, M.')).toEqual(['lumbala', 'm'])
  })

  test('a word that is a title at the beginning is a name further on', () => {
    expect(components('Lumbala Papa Odile')).toEqual(['lumbala', 'papa', 'odile'])
  })

  test('a name of nothing but titles is a name', () => {
    expect(components('Major')).toEqual(['major'])
  })
})

describe('particles are not components', () => {
  test.each([
    'Lumbala wa Odile',
    'Lumbala ya Odile',
    'de Lumbala Odile',
    "Lumbala d'Odile",
    'Lumbala van der Odile',
  ])('%s', (name) => {
    expect(components(name)).toEqual(['lumbala', 'odile'])
  })

  test('a particle that is a surname too stays one where nothing else could be it', () => {
    expect(components('Amadou Ba')).toEqual(['amadou', 'ba'])
    expect(components('Ba Amadou')).toEqual(['ba', 'amadou'])
  })

  test('a nasal before an apostrophe belongs to its word', () => {
    expect(components("N'Sele M'Pia")).toEqual(['nsele', 'mpia'])
  })
})

describe('marriage terms', () => {
  const spouse = (name: string) =>
    prepareName(name)
      .tokens.filter((token) => token.role === 'spouse')
      .map((token) => token.text)

  test.each(['épouse', 'Epse', 'ép.', 'veuve', 'épouse de'])(
    '%s gives the next name to the spouse',
    (term) => {
      expect(components(`Odile Lumbala ${term} Mokili`)).toEqual(['odile', 'lumbala', 'mokili'])
      expect(spouse(`Odile Lumbala ${term} Mokili`)).toEqual(['mokili'])
    },
  )

  test('only one name is the spouse’s, so that a given name after it still counts', () => {
    expect(spouse('Lumbala épouse Mokili Odile')).toEqual(['mokili'])
  })

  test('née introduces a name of the person', () => {
    expect(components('Odile Mokili née Lumbala')).toEqual(['odile', 'mokili', 'lumbala'])
    expect(spouse('Odile Mokili née Lumbala')).toEqual([])
  })
})

test('no more words are read than the bound', () => {
  const many = prepareName('ab '.repeat(10_000))
  expect(many.tokens).toHaveLength(MAX_NAME_TOKENS)
  expect(many.truncated).toBe(true)
})
