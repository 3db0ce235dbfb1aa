import { expect, test } from 'vitest'
import { namesOf } from '../testing/source-text.ts'
import { addIdentifier, addName, cleanText, emptyEntry, finishEntry } from './build-entry.ts'
import { scriptOf } from './script-of.ts'

test.each([
  ['Ahmed Jan', 'Latn'],
  ['Nguyễn Văn Ạ', 'Latn'],
  ['Владимир', 'Cyrl'],
  ['محمد حسن', 'Arab'],
  ['金正恩', 'Hani'],
  ['김정은', 'Hang'],
  ['አበበ', 'Ethi'],
  ['Владимир P', 'Cyrl'],
  ['123', 'Zyyy'],
])('the script of %s is %s', (text, script) => {
  expect(scriptOf(text)).toBe(script)
})

test('a name occurs once in an entry, with its strongest kind, and the primary name is first', () => {
  const entry = emptyEntry('X.1', 'individual')
  addName(entry, 'Weak One', 'weak_alias')
  addName(entry, ' Weak\n One ', 'alias')
  addName(entry, 'Main Name', 'primary')
  addName(entry, '-0- ', 'alias')
  addName(entry, '...', 'alias')
  expect(namesOf(finishEntry(entry))).toEqual(['primary: Main Name', 'alias: Weak One'])
})

test('a name in two scripts is two names', () => {
  const entry = emptyEntry('X.1', 'individual')
  addName(entry, 'Akhter Mohmad (اختر محمد )', 'primary')
  addName(entry, 'BUTEMBO AIRLINES (BAL)', 'alias')
  expect(entry.names).toEqual([
    { name: 'Akhter Mohmad', kind: 'primary', script: 'Latn' },
    { name: 'اختر محمد', kind: 'alias', script: 'Arab' },
    { name: 'BUTEMBO AIRLINES (BAL)', kind: 'alias', script: 'Latn' },
  ])
})

test('without a primary name, the strongest name becomes primary', () => {
  const entry = emptyEntry('X.1', 'individual')
  addName(entry, 'Weak', 'weak_alias')
  addName(entry, 'Alias', 'alias')
  expect(namesOf(finishEntry(entry))).toEqual(['primary: Alias', 'weak_alias: Weak'])
})

test('an identifier occurs once in an entry, and a later duplicate can add its country', () => {
  const entry = emptyEntry('X.1', 'individual')
  addIdentifier(entry, 'passport', 'A 1', null)
  addIdentifier(entry, 'passport', 'A 1', 'Chad')
  expect(entry.identifiers).toEqual([{ type: 'passport', value: 'A 1', country: 'TCD' }])
})

test('characters that a database does not accept are removed from a text', () => {
  expect(cleanText('a\u0000b\ud800')).toBe('ab\ufffd')
})

test.each([
  ['no reference', () => emptyEntry('', 'individual')],
  ['no name', () => emptyEntry('X.1', 'individual')],
])('an entry with %s is refused', (_what, make) => {
  expect(() => finishEntry(make())).toThrow(expect.objectContaining({ code: 'list_unreadable' }))
})

test('an entry beyond the limits is refused as a whole', () => {
  const entry = emptyEntry('X.1', 'individual')
  addName(entry, 'x'.repeat(4_001), 'primary')
  expect(() => finishEntry(entry)).toThrow(expect.objectContaining({ code: 'list_too_large' }))
})
