import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const maxLines = 400

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

const isTooLong = (text: string): boolean => text.split('\n').length > maxLines + 1

test('files are named in kebab-case', () => {
  expect(paths.length).toBeGreaterThan(200)
  expect(paths.filter((path) => !isKebabCase(path))).toEqual([])
})

test('no file or folder is called utils, helpers, common or manager', () => {
  expect(paths.filter(saysNothing)).toEqual([])
})

test('no file but a generated one is longer than 400 lines', () => {
  const written = paths.filter((path) => !path.endsWith('.generated.ts'))
  expect(written.filter((path) => isTooLong(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('violations of these rules are found', () => {
  expect(['kycCheck.ts', 'Kyc.ts', 'kyc_check.ts'].filter(isKebabCase)).toEqual([])
  for (const name of ['core/utils.ts', 'helpers/a.ts', 'kyc-manager.ts', 'common.ts']) {
    expect(saysNothing(name)).toBe(true)
  }
  expect(isTooLong('\n'.repeat(maxLines + 1))).toBe(true)
  expect(isTooLong('\n'.repeat(maxLines))).toBe(false)
})
