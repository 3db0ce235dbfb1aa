import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/threat-model.md'), 'utf8')
const files = globSync(['packages/**/src/**', 'acceptance/**/*.ts', 'testing/**/*.ts', 'bench/**/*.ts'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
})

/** A path from the root, or its end: `gateway/replay.ts`, `roles.test.ts`, `calls/large-requests`. */
const exists = (path: string): boolean => files.some((file) => `/${file}`.endsWith(`/${path}`))

/** The names of files and folders in code, without links: testing/links.test.ts resolves those. */
const namedPaths = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/(?<!\[)`([a-z0-9./-]+(?:\.ts|\/[a-z-]+))`/g)].map(([, path]) => path as string),
  ),
]

test('every file that the threat model names exists', () => {
  const named = namedPaths(page)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !exists(path))).toEqual([])
})

test('a file that is gone is seen', () => {
  expect(exists('gateway/gone.ts')).toBe(false)
  expect(namedPaths('`gateway/gone.ts` and [`roles.ts`](x) and `calls/large-requests`')).toEqual([
    'gateway/gone.ts',
    'calls/large-requests',
  ])
})

test('each defence names a test', () => {
  const rows = page
    .slice(page.indexOf('## Defences'), page.indexOf('## What is not defended'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Threat'))
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !/\.test\.ts/.test(row.split(' | ').at(-1) ?? ''))).toEqual([])
})
