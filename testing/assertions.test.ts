import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testsWithoutAssertion } from './assertions.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{packages,acceptance,bench,testing}/**/*.test.ts', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|\.[^/]+)$/.test(name),
})

test('every test asserts something', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((path) =>
    testsWithoutAssertion({ path, text: readFileSync(join(root, path), 'utf8') }),
  )
  expect(found).toEqual([])
})

test('a planted test without an assertion is found, and one that asserts by a function of its file is not', () => {
  const text = `
    const same = (one, other) => expect(one).toBe(other)
    const twice = () => same(1, 1)
    test('by a function', () => twice())
    test.each([1])('%d asserts', async (one) => { expect(one).toBe(1) })
    test('starts', { timeout: 1 }, async () => { await start() })
    describe('of a group', () => { test.skipIf(false)('polls', () => poll()) })
  `
  expect(testsWithoutAssertion({ path: 'planted.test.ts', text })).toEqual([
    "planted.test.ts: 'starts'",
    "planted.test.ts: 'polls'",
  ])
})
