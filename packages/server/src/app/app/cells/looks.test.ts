import { expect, test } from 'vitest'
import { createLooks, type Look } from './looks.ts'

const usable: Look = { result: 'usable' }
const silent: Look = { result: 'silent', why: 'Query read timeout' }
const fault: Look = { result: 'fault', why: 'It is held.' }

/** Whether the cell is away after each look. */
const awayAfter = (...looks: Look[]) => {
  const { isAway, note } = createLooks()
  return looks.map((look) => {
    note(look)
    return isAway()
  })
}

test('one look without an answer does not make a cell away, and two in a row do', () => {
  expect(awayAfter(usable, silent, usable, silent, silent, usable)).toEqual([
    ...[false, false, false, false, true, false],
  ])
})

test('a cell that answers that it cannot be used is away at once, and one that never answered is away', () => {
  expect(awayAfter(usable, fault, usable)).toEqual([false, true, false])
  expect(awayAfter(silent, silent, usable)).toEqual([true, true, false])
  expect(awayAfter(usable, silent, fault)).toEqual([false, false, true])
})

test('each change is reported once, and so is the reason of a cell that is away from the start', () => {
  const { note } = createLooks()
  const looks = [silent, silent, usable, usable, silent, usable, silent, silent, silent]
  expect(looks.map(note)).toEqual([
    ...[{ away: true, why: silent.why }, null],
    ...[{ away: false, why: null }, null],
    ...[null, null],
    ...[null, { away: true, why: silent.why }, null],
  ])
})
