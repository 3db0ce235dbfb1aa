import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SourceFile } from './imports.ts'
import { findViolations, moduleOf } from './layer-violations.ts'

const root = join(import.meta.dirname, '..')

const files: SourceFile[] = globSync(
  ['packages/*/src/**/*.{ts,tsx}', 'acceptance/**/*.ts', 'bench/**/*.ts'],
  {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  },
).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('the files are all there to be read', () => {
  const modules = new Set(files.map(({ path }) => moduleOf(path)))
  for (const name of ['core', 'storage', 'gateway', 'calls', 'services/kyc', 'main']) {
    expect(modules).toContain(name)
  }
})

test('imports go down, through index.ts, and never in a cycle', () => {
  expect(findViolations(files)).toEqual([])
})

const server = 'packages/server/src'
const planted: [rule: string, path: string, text: string, violation: RegExp][] = [
  [
    'an import upwards',
    `${server}/gateway/planted.ts`,
    "import { performJob } from '../calls/index.ts'",
    /upwards, from gateway to calls/,
  ],
  [
    'a type that is imported upwards',
    `${server}/core/planted.ts`,
    "type Pool = import('../storage/index.ts').Vault",
    /upwards, from core to storage/,
  ],
  [
    'the composition imported from a module',
    `${server}/services/kyc/planted.ts`,
    "export { openHouse } from '../../app/index.ts'",
    /upwards, from services\/kyc to app/,
  ],
  [
    'a module imported past its index.ts',
    `${server}/calls/planted.ts`,
    "import type { Vault } from '../storage/vault.ts'",
    /reaches past the index\.ts of storage/,
  ],
  [
    'the same from another package',
    'packages/operator/src/planted.ts',
    "await import('@nani/server/register/register/register.ts')",
    /reaches past the index\.ts of register/,
  ],
  [
    'an import on one layer that is not listed',
    `${server}/services/kyc/planted.ts`,
    "export * from '../../pki/index.ts'",
    /services\/kyc may not import pki/,
  ],
  [
    'a service that imports another that is not listed',
    `${server}/services/kyc/planted.ts`,
    "import { screen } from '../aml/index.ts'",
    /services\/kyc may not import services\/aml/,
  ],
  ['a module without a layer', `${server}/attic/planted.ts`, '', /attic has no layer/],
  [
    'a contract that imports the server',
    'packages/contract/src/planted.ts',
    "import '@nani/foundation/core/index.ts'",
    /packages\/contract may not import packages\/server/,
  ],
  [
    'a page that imports the server',
    'packages/web/src/citizen/planted.tsx',
    "import '@nani/foundation/core/index.ts'",
    /packages\/web may not import packages\/server/,
  ],
  [
    'an SDK that imports the server',
    'packages/sdk/src/planted.ts',
    "import '../../server/src/core/index.ts'",
    /packages\/sdk may not import packages\/server/,
  ],
  [
    'a command line for callers that imports the server',
    'packages/cli/src/planted.ts',
    "import '@nani/foundation/core/index.ts'",
    /packages\/cli may not import packages\/server/,
  ],
  [
    'a command line for callers that imports more than the SDK',
    'packages/cli/src/planted.ts',
    "import '@nani/contract'",
    /packages\/cli may not import packages\/contract/,
  ],
  [
    'Node in what a browser loads',
    'packages/contract/src/planted.ts',
    "import { createHmac } from 'node:crypto'",
    /a browser loads this file/,
  ],
  [
    'Node by a detour in what a browser loads',
    'packages/contract/src/planted.ts',
    "export * from './node.ts'",
    /a browser loads this file/,
  ],
  [
    'an acceptance suite that knows more than the wire',
    'acceptance/planted.ts',
    "import { sign } from '@nani/contract/node'",
    /acceptance may not import packages\/contract/,
  ],
  [
    'product code that imports the tests',
    `${server}/storage/planted.ts`,
    "import { createTestDatabase } from '../../../../testing/database.ts'",
    /may not import testing/,
  ],
  [
    'an import whose path cannot be read',
    `${server}/core/planted.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source file
    'await import(`../${name}/index.ts`)',
    /cannot be checked/,
  ],
]

test.each(planted)('a planted violation is seen: %s', (_rule, path, text, violation) => {
  const seen = findViolations([{ path, text }]).filter((line) => line.startsWith(path))
  expect(seen).toContainEqual(expect.stringMatching(violation))
})

test('a planted cycle of modules is seen', () => {
  const planted = [
    { path: `${server}/services/face/planted.ts`, text: "import '../aml/index.ts'" },
    { path: `${server}/services/aml/planted.ts`, text: "import '../face/index.ts'" },
  ]
  expect(findViolations(planted)).toContainEqual(
    expect.stringMatching(/cycle of modules: services\/\w+ → services\/\w+ → services\/\w+/),
  )
})

test('a planted cycle of files is seen, also when it consists of types', () => {
  const planted = [
    { path: `${server}/names/first.ts`, text: "import type { Second } from './second.ts'" },
    { path: `${server}/names/second.ts`, text: "import type { Third } from './inside/third.ts'" },
    { path: `${server}/names/inside/third.ts`, text: "export type Third = import('../first.ts').First" },
    { path: `${server}/names/fourth.ts`, text: "import './first.ts'" },
  ]
  const cycle = ['inside/third.ts', 'first.ts', 'second.ts'].map((path) => `${server}/names/${path}`).sort()
  expect(findViolations(planted)).toContain(`a cycle of files: ${cycle.join(' ↔ ')}`)
  expect(findViolations(planted.slice(0, 2)).filter((line) => line.includes('cycle of files'))).toEqual([])
})
