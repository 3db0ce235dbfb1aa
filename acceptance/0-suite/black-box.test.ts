import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

const specifiersOf = (file: string, source: string): string[] => {
  const { module } = parseSync(file, source)
  return [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) =>
      found.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map((found) =>
      source.slice(found.moduleRequest.start + 1, found.moduleRequest.end - 1),
    ),
  ]
}

/** Knows the machine, and nothing of the product (testing/layers.ts). */
const machine = '../testing/machine/'

/** Inside the suite, of the machine, from Node, or a registry package other than the product's own. */
const isForeign = (file: string, specifier: string): boolean => {
  if (!specifier.startsWith('.')) return specifier.startsWith('@nani/') || /packages\//.test(specifier)
  const path = relative(root, resolve(file, '..', specifier))
  return path.startsWith('..') && !path.startsWith(machine)
}

test('the suite uses only the wire: no file of it imports from packages/', () => {
  const files = globSync('**/*.ts', { cwd: root, exclude: (name) => name === 'node_modules' })
  expect(files.length).toBeGreaterThan(20)
  const violations = files.flatMap((name) => {
    const file = join(root, name)
    return specifiersOf(file, readFileSync(file, 'utf8'))
      .filter((specifier) => isForeign(file, specifier))
      .map((specifier) => `${name} imports ${specifier}`)
  })
  expect(violations).toEqual([])
})

test.each([
  ["import { sign } from '@nani/contract'"],
  ["export { sign } from '../../packages/contract/src/signing.ts'"],
  ["const contract = await import('../../packages/contract/src/index.ts')"],
  ["import { createTestDatabase } from '../../testing/database.ts'"],
])('a planted violation is seen: %s', (source) => {
  const file = join(root, '0-suite/planted.ts')
  expect(specifiersOf(file, source).filter((specifier) => isForeign(file, specifier))).toHaveLength(1)
})
