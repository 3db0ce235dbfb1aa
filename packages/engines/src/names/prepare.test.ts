import { describe, expect, test } from 'vitest'
import { maxNameTokens, prepareName } from './prepare.ts'

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

  test('M. is an initial except at the beginning', () => {
    expect(components('Lumbala M. Odile')).toEqual(['lumbala', 'm', 'odile'])
    expect(components('Dr M. Lumbala')).toEqual(['m', 'lumbala'])
    expect(components('Lumbala, M.')).toEqual(['lumbala', 'm'])
  })

  test('a word that is a title at the beginning is a name later', () => {
    expect(components('Lumbala Papa Odile')).toEqual(['lumbala', 'papa', 'odile'])
  })

  test('a name that consists of titles is a name', () => {
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

  test('a particle that is also a surname remains one if no other word can be it', () => {
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

  test('only one name belongs to the spouse, so that a following given name counts', () => {
    expect(spouse('Lumbala épouse Mokili Odile')).toEqual(['mokili'])
  })

  test('née introduces a name of the person', () => {
    expect(components('Odile Mokili née Lumbala')).toEqual(['odile', 'mokili', 'lumbala'])
    expect(spouse('Odile Mokili née Lumbala')).toEqual([])
  })
})

test('words beyond the limit are not read', () => {
  const many = prepareName('ab '.repeat(10_000))
  expect(many.tokens).toHaveLength(maxNameTokens)
  expect(many.truncated).toBe(true)
})
