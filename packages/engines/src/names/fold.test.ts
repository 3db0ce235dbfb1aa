import { describe, expect, test } from 'vitest'
import { foldName, maxNameLength, spaceInvisible } from './fold.ts'

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
    ['selectors and controls', 'Lum\ufe0fba\u034f\u0007la', 'lumbala'],
    ['blank letters, which are spaces', 'Lumbala\u3164Odile\uffa0Jean\u115fLuc', 'lumbala odile jean luc'],
    ['marks of other scripts', 'L\u05b0u\u0e31m\u064bb\u0901a\u1ab0l\u20dda\u3099', 'lumbala'],
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

  test('reports letters of another script', () => {
    expect(foldName('Виктор Οδυσσέας')).toMatchObject({ text: 'viktor odysseas', transliterated: true })
    expect(foldName('Viktor').transliterated).toBe(false)
  })

  test('keeps the vowel signs of scripts that write them as marks', () => {
    expect(text('नरेन्द्र मोडी')).not.toBe(text('नरेन्द्र मोदी'))
    expect(text('नरेन्द्र मोदी').split(' ')).toHaveLength(2)
  })

  test.each([
    ['Hebrew points', 'מֹשֶׁה'],
    ['Arabic vowels', 'مُحَمَّد'],
    ['Thai vowels', 'สมชาย ใจดี'],
    ['Khmer vowels', 'ហ៊ុន សែន'],
    ['Burmese vowels', 'အောင်ဆန်းစုကြည်'],
    ['voiced kana', 'がぎぐ'],
  ])('keeps the marks of its own script: %s', (_, name) => {
    expect(text(name)).toBe(name.normalize('NFKD').normalize('NFC'))
  })

  test('gives a second reading with spaces for invisible characters, and none without them', () => {
    expect(spaceInvisible('Lumbala\u200bOdile')).toBe('Lumbala Odile')
    expect(spaceInvisible('Lumbala \u200eOdile\ufeff')).toBeNull()
    expect(spaceInvisible('Désiré Noëlla')).toBeNull()
  })

  test('counts a syllable of Hangul as one letter', () => {
    expect(text('이재명')).toHaveLength(3)
  })

  test('reads up to its limit and reports it', () => {
    const long = foldName('a'.repeat(1_000_000))
    expect(long.text).toHaveLength(maxNameLength)
    expect(long.truncated).toBe(true)
    expect(foldName('a'.repeat(maxNameLength)).truncated).toBe(false)
  })
})
