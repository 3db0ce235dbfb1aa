import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { notInCells } from '../installation/not-in-cells.ts'

test('what the suite leaves out with cells exists, has a reason, and does not become more', () => {
  const root = resolve(import.meta.dirname, '..')
  expect(Object.keys(notInCells).filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(Object.values(notInCells).filter((reason) => reason.length < 20)).toEqual([])
  expect(Object.keys(notInCells)).toHaveLength(10)
})
