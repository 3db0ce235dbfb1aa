import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const testFiles = globSync('*/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' })

const rows = readFileSync(join(root, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('.test.ts'))
const listed = new Set(
  rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map((found) => found[1]!)),
)

test('every test file appears in the table of covered rules', () => {
  expect(testFiles.filter((file) => !listed.has(file))).toEqual([])
})

test('every file in the table of covered rules exists', () => {
  expect([...listed].filter((file) => !testFiles.includes(file))).toEqual([])
})
