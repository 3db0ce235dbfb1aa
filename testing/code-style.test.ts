import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const maxLines = 300
/** A file of tests, with its tables, may be longer. */
const maxTestLines = 400
/** Tables of numbers. */
const tables = [
  'packages/foundation/src/storage/app-rights.ts',
  'packages/scorecard/src/bureau/field-distributions.ts',
]
const isOfTests = (path: string): boolean => /\.test\.tsx?$|(^|\/)testing\//.test(path)

const paths = globSync(['{packages,acceptance,bench,testing}/**/*.{ts,tsx}', '*.ts'], {
  cwd: root,
  // A folder whose name begins with a dot is a test's own, for as long as it runs.
  exclude: (name) => /(^|\/)(node_modules|\.[^/]+)$/.test(name),
})

const isKebabCase = (path: string): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.tsx?$/.test(basename(path))

// Such a name does not state the purpose of a file.
const saysNothing = (path: string): boolean =>
  path.split(/[/.-]/).some((word) => /^(utils?|helpers?|commons?|managers?)$/i.test(word))

const isTooLong = (text: string, max: number): boolean => text.split('\n').length > max + 1

test('files are named in kebab-case', () => {
  expect(paths.length).toBeGreaterThan(200)
  expect(paths.filter((path) => !isKebabCase(path))).toEqual([])
})

test('no file or folder is called utils, helpers, common or manager', () => {
  expect(paths.filter(saysNothing)).toEqual([])
})

test('no file of a program is longer than 300 lines, and no file of tests than 400, except generated ones and tables', () => {
  const written = paths.filter((path) => !path.endsWith('.generated.ts'))
  const tooLong = written.filter((path) =>
    isTooLong(readFileSync(join(root, path), 'utf8'), isOfTests(path) ? maxTestLines : maxLines),
  )
  expect(tooLong).toEqual(tables)
})

test('half of the files of programs have less than 100 lines', () => {
  const programs = paths.filter((path) => !isOfTests(path))
  const lengths = programs.map((path) => readFileSync(join(root, path), 'utf8').split('\n').length)
  expect(lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length / 2)]).toBeLessThan(100)
})

test('violations of these rules are found', () => {
  expect(['kycCheck.ts', 'Kyc.ts', 'kyc_check.ts'].filter(isKebabCase)).toEqual([])
  for (const name of ['core/utils.ts', 'helpers/a.ts', 'kyc-manager.ts', 'common.ts']) {
    expect(saysNothing(name)).toBe(true)
  }
  expect(isTooLong('\n'.repeat(maxLines + 1), maxLines)).toBe(true)
  expect(isTooLong('\n'.repeat(maxLines), maxLines)).toBe(false)
})
