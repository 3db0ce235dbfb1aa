import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SourceFile } from './imports.ts'
import { findViolations, roomOf } from './layer-violations.ts'

const root = join(import.meta.dirname, '..')

const files: SourceFile[] = globSync(['packages/*/src/**/*.ts', 'acceptance/**/*.ts'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('the files are all there to be read', () => {
  const rooms = new Set(files.map(({ path }) => roomOf(path)))
  for (const room of ['core', 'storage', 'gateway', 'delivery', 'services/kyc', 'house']) {
    expect(rooms).toContain(room)
  }
})

test('imports go down, through the front doors, and never in a circle', () => {
  expect(findViolations(files)).toEqual([])
})

const server = 'packages/server/src'
const planted: [rule: string, path: string, text: string, violation: RegExp][] = [
  [
    'an import upwards',
    `${server}/gateway/planted.ts`,
    "import { performJob } from '../delivery/index.ts'",
    /upwards, from gateway to delivery/,
  ],
  [
    'a type that is imported upwards',
    `${server}/core/planted.ts`,
    "type Pool = import('../storage/index.ts').Vault",
    /upwards, from core to storage/,
  ],
  [
    'a file of the composition imported from a room',
    `${server}/services/kyc/planted.ts`,
    "export { openHouse } from '../../house.ts'",
    /upwards, from services\/kyc to house/,
  ],
  [
    'a room reached past its index.ts',
    `${server}/delivery/planted.ts`,
    "import type { Vault } from '../storage/vault.ts'",
    /reaches past the index\.ts of storage/,
  ],
  [
    'the same from another package',
    'packages/cli/src/planted.ts',
    "await import('@nani/server/register/register.ts')",
    /reaches past the index\.ts of register/,
  ],
  [
    'a door on one floor that is not listed',
    `${server}/services/kyc/planted.ts`,
    "export * from '../../organizations/index.ts'",
    /no door from services\/kyc to organizations/,
  ],
  [
    'a service that imports another without a door',
    `${server}/services/kyc/planted.ts`,
    "import { screen } from '../aml/index.ts'",
    /no door from services\/kyc to services\/aml/,
  ],
  ['a room that stands on no floor', `${server}/attic/planted.ts`, '', /attic stands on no floor/],
  [
    'a contract that imports the server',
    'packages/contract/src/planted.ts',
    "import '@nani/server/core/index.ts'",
    /packages\/contract may not import packages\/server/,
  ],
  [
    'an SDK that imports the server',
    'packages/sdk/src/planted.ts',
    "import '../../server/src/core/index.ts'",
    /packages\/sdk may not import packages\/server/,
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
    'an import whose path nobody can read',
    `${server}/core/planted.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source file
    'await import(`../${room}/index.ts`)',
    /cannot be checked/,
  ],
]

test.each(planted)('a planted violation is seen: %s', (_rule, path, text, violation) => {
  const seen = findViolations([{ path, text }]).filter((line) => line.startsWith(path))
  expect(seen).toContainEqual(expect.stringMatching(violation))
})

test('a planted cycle of rooms is seen', () => {
  const planted = [
    { path: `${server}/services/face/planted.ts`, text: "import '../aml/index.ts'" },
    { path: `${server}/services/aml/planted.ts`, text: "import '../face/index.ts'" },
  ]
  expect(findViolations(planted)).toContainEqual(
    expect.stringMatching(/cycle of rooms: services\/\w+ → services\/\w+ → services\/\w+/),
  )
})
