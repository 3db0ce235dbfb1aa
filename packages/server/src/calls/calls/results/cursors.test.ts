import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCursors } from './cursors.ts'

const cursors = createCursors(createSecretKey(randomBytes(32)))
const list = { applicationId: 'app_1', resource: 'bat_1' }
const refused = (cursor: string, of = list) => expect(() => cursors.open(cursor, of)).toThrow()

test('a cursor opens as the position that it was sealed for', () => {
  for (const position of [0, 1, 255, 256, 9_999, 2 ** 32 - 1])
    expect(cursors.open(cursors.seal(position, list), list)).toBe(position)
})

test('a cursor that was truncated, extended or altered in any character is refused', () => {
  const cursor = cursors.seal(600, list)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let length = 0; length < cursor.length; length++) refused(cursor.slice(0, length))
  for (const more of ['=', 'A', ' ', '\n', '.']) refused(cursor + more)
  for (let at = 0; at < cursor.length; at++) {
    for (const letter of alphabet) {
      if (letter !== cursor[at]) refused(cursor.slice(0, at) + letter + cursor.slice(at + 1))
    }
  }
})

test('a cursor of another application, of another resource or under another key is refused', () => {
  const cursor = cursors.seal(1, list)
  refused(cursor, { ...list, applicationId: 'app_2' })
  refused(cursor, { ...list, resource: 'bat_2' })
  // The border between the two names is part of what is sealed.
  refused(cursor, { applicationId: 'app_1b', resource: 'at_1' })
  refused(createCursors(createSecretKey(randomBytes(32))).seal(1, list))
})

test.each(['', 'cDE', 'cDk5OQ', '\u0000', '😀', 'A'.repeat(27), 'A'.repeat(4_000)])(
  '%j is refused',
  (text) => {
    refused(text)
  },
)
