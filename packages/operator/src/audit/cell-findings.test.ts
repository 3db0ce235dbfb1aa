import { expect, test } from 'vitest'
import { emptyLog } from './cell-findings.ts'

const begun = { cell: 'north', hasOrganizations: true, begunAtMs: 0 }

test('a cell with organizations has a checkpoint after some minutes, and home without one is no finding here', () => {
  expect(emptyLog(begun, 3_600_000)).toMatchObject([{ kind: 'history_shortened', cell: 'north' }])
  expect(emptyLog(begun, 60_000)).toEqual([])
  expect(emptyLog({ ...begun, hasOrganizations: false }, 3_600_000)).toEqual([])
  expect(emptyLog({ ...begun, cell: undefined, begunAtMs: null }, 3_600_000)).toEqual([])
})
