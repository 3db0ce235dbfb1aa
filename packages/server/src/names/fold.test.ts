import { describe, expect, test } from 'vitest'
import { foldName, MAX_NAME_LENGTH } from './fold.ts'

const text = (name: string) => foldName(name).text

describe('foldName', () => {
  test.each([
    ['case', 'LUMBALA Odile', 'lumbala odile'],
    ['accents, composed', 'Désiré Noëlla', 'desire noella'],
    ['accents, decomposed', 'De\u0301sire\u0301', 'desire'],
    ['ligatures', 'Sœur Lætitia', 'soeur laetitia'],
    ['African letters', 'Ɓɔlɛŋgɛ', 'bolengge'],
    ['full-width letters', 'Ｌｕｍｂａｌａ', 'lumbala'],
    ['hyphens of every kind', 'Jean-Marie‐Paul–Luc', 'jean marie paul luc'],
    ['apostrophes of every kind', 'N’Sele NʼSele N`Sele N´Sele N′Sele', "n'sele n'sele n'sele n'sele n'sele"],
    ['invisible characters', 'Lum\u200bba\u00adla', 'lumbala'],
    ['symbols', 'Lumbala (Odile) 💐', 'lumbala odile '],
  ])('removes differences of %s', (_, name, folded) => {
    expect(text(name)).toBe(folded)
  })

  test('reads a lone surrogate as a space', () => {
    expect(text('Lumbala\ud83dOdile')).toBe('lumbala odile')
  })

  test('keeps the comma and the full stop, which titles and initials need', () => {
    expect(text('LUMBALA, M. Jean')).toBe('lumbala, m. jean')
  })

  test('says when letters came from another script', () => {
    expect(foldName('Виктор Οδυσσέας')).toMatchObject({ text: 'viktor odysseas', transliterated: true })
    expect(foldName('Viktor').transliterated).toBe(false)
  })

  test('keeps the vowel signs of scripts that write them as marks', () => {
    expect(text('नरेन्द्र मोडी')).not.toBe(text('नरेन्द्र मोदी'))
    expect(text('नरेन्द्र मोदी').split(' ')).toHaveLength(2)
  })

  test('counts a syllable of Hangul as one letter', () => {
    expect(text('이재명')).toHaveLength(3)
  })

  test('reads no more than its bound and says so', () => {
    const long = foldName('a'.repeat(1_000_000))
    expect(long.text).toHaveLength(MAX_NAME_LENGTH)
    expect(long.truncated).toBe(true)
    expect(foldName('a'.repeat(MAX_NAME_LENGTH)).truncated).toBe(false)
  })
})
