import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from './files-of.ts'
import { folderOf, moduleOf } from './layer-violations.ts'
import { areas } from './layers.ts'

const root = join(import.meta.dirname, '..')

/** `main` is one file, and `testing` is not part of the product. */
const modules = [
  ...new Set(
    Object.keys(areas)
      .flatMap(filesOf)
      .map((path) => moduleOf(path)),
  ),
].filter((module): module is string => !!module && !['main', 'testing'].includes(module))

const headings = ['## Owns', '## Does not own', '## Invariants']

/** The missing parts of a module's README. The invariants are a numbered list. */
const missingIn = (text: string): string[] => {
  const missing = headings.filter((heading) => !text.split('\n').includes(heading))
  const invariants = text.split('\n## Invariants\n')[1]?.split('\n## ')[0] ?? ''
  return /^1\. /m.test(invariants) ? missing : [...missing, 'a numbered invariant']
}

const missingOf = (module: string): string[] => {
  const path = join(root, folderOf(module), 'README.md')
  return missingIn(existsSync(path) ? readFileSync(path, 'utf8') : '').map((item) => `${module}: ${item}`)
}

test('the README of each module has what it owns, what it does not own, and numbered invariants', () => {
  expect(modules.length).toBeGreaterThan(30)
  expect(modules.flatMap(missingOf)).toEqual([])
})

test('a README without a heading or without a numbered invariant is found', () => {
  const complete = '# A\n\n## Owns\n\n- a\n\n## Does not own\n\n- b\n\n## Invariants\n\n1. c\n'
  expect(missingIn(complete)).toEqual([])
  expect(missingIn(complete.replace('## Does not own', '## Other'))).toEqual(['## Does not own'])
  expect(missingIn(complete.replace('1. c', '- c'))).toEqual(['a numbered invariant'])
  expect(missingIn('')).toHaveLength(4)
})
