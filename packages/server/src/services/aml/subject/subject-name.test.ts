import { describe, expect, test } from 'vitest'
import { shippedNames } from '../../../testing/shipped-names.ts'
import { checkSubjectForm } from './subject.ts'

const nowMs = Date.parse('2026-11-21T10:00:00Z')
const faultOf = (full_name: string) => checkSubjectForm({ subject: { full_name } }, nowMs)
const words = (count: number) => Array.from({ length: count }, () => 'ab').join(' ')

describe('a name with text that only a program writes is refused with its field', () => {
  test.each([
    ['a right-to-left override', '\u202ealaiK abmisN'],
    ['a left-to-right override', 'Nsimba \u202dKiala'],
    ['an embedding', '\u202bNsimba Kiala\u202c'],
    ['an isolate', '\u2067Nsimba Kiala\u2069'],
    ['a percent escape', 'Nsimba%20Kiala'],
    ['a percent escape of a percent escape', 'Nsimba%2520Kiala'],
    ['a percent escape in full-width signs', 'Nsimba％２０Kiala'],
    ['a percent escape with something hidden in it', 'Nsimba%\u200b20Kiala'],
    ['a tag', 'Nsimba<br>Kiala'],
    ['a tag of full-width signs', 'Nsimba＜b＞Kiala'],
    ['a closing tag', 'Nsimba</b>Kiala'],
    ['a named reference', 'Nsimba&nbsp;Kiala'],
    ['a named reference without an end', 'Nsimba&nbspKiala'],
    ['a numbered reference', 'Nsimba&#32;Kiala'],
    ['a numbered reference without an end', 'Nsimba&#x20Kiala'],
    ['an escape of a programming language', 'Nsimba\\u0020Kiala'],
    ['a quoted-printable escape', 'Nsimba=20Kiala'],
    ['an escape of a spreadsheet', 'Nsimba_x0020_Kiala'],
    ['a placeholder', 'Nsimba{space}Kiala'],
    ['a question mark for a letter', 'Nsimb? Kiala'],
    ['a question mark for the first letter', 'Nsimba ?iala'],
    ['a full-width question mark', 'Nsim？ba Kiala'],
    ['the sign of a lost letter', 'Nsim\ufffdba Kiala'],
    ['an escape of UTF-7', 'Nsimb+AOE- Kiala'],
    ['codes of characters', 'U+004b U+0069'],
    ['base64', 'S2lhbGEgTnNpbWJh'],
    ['base64 without a digit', 'TnNpbWJhIEtpYWxh'],
    ['a letter drawn with strokes', 'Na|-|um Kiala'],
    ['a letter drawn with brackets', 'Mat()nd() Kiala'],
    ['Thai letters among Latin ones', 'Nsimbค Kiบla'],
    ['Ethiopic letters among Latin ones', 'NSIMBዘ'],
    ['Chinese strokes among Latin letters', 'N刀SI工BA'],
    ['nothing but blank letters', '\u3164\uffa0\u115f\u1160'],
    ['65 words', words(65)],
    ['65 words, divided by invisible characters', words(65).replaceAll(' ', '\u200b')],
  ])('%s', (_name, name) => {
    expect(faultOf(name)).toMatchObject({ field: 'subject.full_name' })
  })
})

test.each([
  ['an apostrophe', "N'Goma d'Assise"],
  ['a hyphen and a full stop', 'Jean-Pierre K. Mbuyi'],
  ['a comma', 'KIALA, Nsimba'],
  ['brackets', 'Nsimba Kiala (Jean)'],
  ['an ampersand', 'Nsimba & Kiala'],
  ['a plus', 'Nsimba+Kiala'],
  ['a sign of a lost letter in Arabic, as a list has it', 'محمد الل\ufffd\ufffd مطيع'],
  ['marks of direction in an Arabic name', '\u200fمحمد\u200e \u061cعلي'],
  ['a joiner in a Persian name', 'علی\u200cرضا'],
  ['64 words', words(64)],
  ['a letter of the wrong keyboard, as a list has it', 'KHLЕBOVSKY Pavel'],
  ['a modifier letter for an apostrophe', 'Nʼgoma Kiala'],
  ['a word of two scripts, as a company may have', '株式会社ABC'],
  ['a Latin word between Chinese ones', '三菱UFJ銀行 中国TCL集团'],
  ['a word of capitals and digits', 'KialaNsimbaLusambo1965'],
  ['an empty alias', 'Nsimba Kiala ()'],
  ['a second script in brackets', 'Nsimba Kiala (Нсимба Киала)'],
])('a name with %s is accepted', (_name, name) => expect(faultOf(name)).toBeNull())

/** Each writes any name in a way that a program writes and a person does not. */
const evasions: readonly (readonly [name: string, (listed: string) => string])[] = [
  ...[0x202a, 0x202b, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068].map(
    (code) =>
      [
        `its letters reversed after U+${code.toString(16)}`,
        (name: string) => String.fromCodePoint(code) + [...name].toReversed().join(''),
      ] as const,
  ),
  ['each word reversed between an override and its end', (name) => name.replace(/\S+/g, '\u202e$&\u202c')],
  ['%20 after each word', (name) => name.replace(/\S+ ?/g, (word) => `${word.trim()}%20`)],
  ['every letter as a percent escape', (name) => Buffer.from(name).toString('hex').replace(/../g, '%$&')],
  ['a tag after each word', (name) => name.replace(/\S+/g, '$&<br>')],
  ['each word in a tag', (name) => name.replace(/\S+/g, '<b>$&</b>')],
  ['a character reference for spaces', (name) => `${name.replaceAll(' ', '&#32;')}&#32;`],
  ['65 words', (name) => `${name} ${words(65)}`],
]

describe('every name of a list', () => {
  const listed = [...shippedNames(), "N'Goma M'Bala Odile", 'Жан Каленга', 'Νικόλαος Παπαδόπουλος']

  test('is accepted as it is written in its list', () => {
    expect(listed.length).toBeGreaterThan(10)
    expect(listed.filter((name) => faultOf(name) !== null)).toEqual([])
  })

  test.each(evasions)('is refused with its field when it has %s', (_name, change) => {
    const accepted = listed.filter((name) => faultOf(change(name))?.field !== 'subject.full_name')
    expect(accepted).toEqual([])
  })
})
