import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const maximum = 25

/** A test is next to its file, so it is not counted. Migrations are one ordered list, and are not TypeScript. */
const isCounted = (path: string): boolean => !/\.(test|fixture)\.tsx?$/.test(path)

const tooLarge = (paths: readonly string[]): Record<string, number> => {
  const sizes = new Map<string, number>()
  for (const path of paths.filter(isCounted)) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  return Object.fromEntries([...sizes].filter(([, size]) => size > maximum))
}

test('a folder has at most 25 files, tests not counted', () => {
  const paths = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
  expect(paths.length).toBeGreaterThan(1000)
  expect(tooLarge(paths), 'split the folder by subject').toEqual({})
})

test('a planted folder of 26 files is seen, and tests do not count', () => {
  const planted = Array.from({ length: 26 }, (_, index) => `a/b/file-${index}.ts`)
  expect(tooLarge(planted)).toEqual({ 'a/b': 26 })
  expect(tooLarge([...planted.slice(1), 'a/b/file.test.ts', 'a/b/file.fixture.ts'])).toEqual({})
})
