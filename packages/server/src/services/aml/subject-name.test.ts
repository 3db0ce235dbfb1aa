import { describe, expect, test } from 'vitest'
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
  ['marks of direction in an Arabic name', '\u200fمحمد\u200e \u061cعلي'],
  ['a joiner in a Persian name', 'علی\u200cرضا'],
  ['64 words', words(64)],
])('a name with %s is accepted', (_name, name) => expect(faultOf(name)).toBeNull())
