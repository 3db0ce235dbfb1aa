import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventCatalogue, serviceNames } from '@nani/contract'
import { Nani } from '@nani/sdk'
import { expect, test } from 'vitest'
import { serviceEndpoints } from '../packages/server/src/delivery/index.ts'
import { createAgeVerification } from '../packages/server/src/services/age/index.ts'
import { filesOf } from './files-of.ts'
import { importsOf } from './imports.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/adding-a-service.md')

/** Nobody to be found: what is tested here never gets as far as the register. */
const service = createAgeVerification({
  findCitizen: async () => null,
  findBusiness: async () => null,
  readFile: async () => null,
})

/** The code blocks of the page, each with the file named last before it. */
const excerpts = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((found) => {
  const before = page.slice(0, found.index)
  const file = [...before.matchAll(/`([\w./-]+\.ts)`/g)].at(-1)?.[1] ?? ''
  return { file, code: found[1] as string }
})

test('every excerpt is of the file named above it', () => {
  expect(excerpts).toHaveLength(6)
  for (const { file, code } of excerpts) expect(read(file), `${file}:\n${code}`).toContain(code.trimEnd())
})

test('every file that the page names exists', () => {
  const named = [...page.matchAll(/`((?:packages|testing|acceptance)\/[\w./-]+\.(?:ts|md))`/g)].map(
    (found) => found[1] as string,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the table of what was written holds every file of the service but its tests', () => {
  const files = filesOf('packages/server/src/services/age').filter((path) => !path.endsWith('.test.ts'))
  for (const file of files) expect(page).toContain(`| \`${file}\` |`)
})

test('the house knows the service by one line, beside its import', () => {
  const lines = read('packages/server/src/house.ts')
    .split('\n')
    .filter((line) => line.includes('createAgeVerification'))
  expect(lines).toEqual([
    "import { createAgeVerification } from './services/age/index.ts'",
    '    createAgeVerification(register),',
  ])
})

test('name and event stand in the contract', () => {
  expect(serviceNames).toContain(service.name)
  expect(Object.keys(eventCatalogue)).toContain(service.completedEvent)
  expect(page).toContain(`\`${service.completedEvent}\``)
})

test('the routes of the page are those of the declaration', () => {
  // Only their methods and paths are read; nothing is called.
  const endpoints = serviceEndpoints(service, {} as Parameters<typeof serviceEndpoints>[1])
  const routes = endpoints.map(({ method, path }) => `\`${method} ${path.replace(':id', '{id}')}\``)
  expect(routes).toHaveLength(3)
  for (const route of routes) expect(page).toContain(route)
})

test('threshold may stand once for all items', () => expect(service.batchFields).toContain('threshold'))

test('the rooms of the page import no service, and do not speak of ages', () => {
  for (const room of ['gateway', 'delivery', 'ledger', 'description', 'disclosure']) {
    expect(page).toContain(`\`${room}\``)
    const files = filesOf(`packages/server/src/${room}`).filter((path) => !path.includes('.test.'))
    expect(files.length).toBeGreaterThan(2)
    for (const path of files.filter((name) => name.endsWith('.ts'))) {
      const text = read(path)
      expect(text, path).not.toMatch(/age_verification|AgeVerification/)
      const imports = importsOf({ path, text }).map(({ to }) => to ?? '')
      expect(imports.filter((to) => to.includes('/services/'))).toEqual([])
    }
  }
})

test('the SDK has the methods that the page names', async () => {
  const nani = new Nani({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: `key_test_${'a'.repeat(24)}`,
    secretKey: `sk_test_${'A'.repeat(43)}`,
    payloadEncryptionKey: `pek_test_${'A'.repeat(43)}`,
  })
  expect(Object.keys(nani.age).sort()).toEqual(
    ['verify', 'verifyAsync', 'verifyBatch', 'verifyBatchAsync', 'retrieve'].sort(),
  )
  for (const method of Object.keys(nani.age)) expect(page).toContain(`\`${method}\``)
  await nani.close()
})
