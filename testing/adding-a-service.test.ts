import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventCatalogue, serviceNames } from '@nani/contract'
import { Nani } from '@nani/sdk'
import { expect, test } from 'vitest'
import { serviceEndpoints } from '../packages/server/src/calls/calls/index.ts'
import { createAgeVerification } from '../packages/server/src/services/age/index.ts'
import { filesOf } from './files-of.ts'
import { importsOf } from './imports.ts'
import { folderOf } from './layer-violations.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/adding-a-service.md')

/** The register is empty, because these tests never reach it. */
const service = createAgeVerification({
  findCitizen: async () => null,
  findBusiness: async () => null,
  findCreditFile: async () => null,
  readFile: async () => null,
})

/** The code blocks of the page, each with the file named last before it. */
const excerpts = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((found) => {
  const before = page.slice(0, found.index)
  const file = [...before.matchAll(/`([\w./-]+\.ts)`/g)].at(-1)?.[1] ?? ''
  return { file, code: found[1] as string }
})

test('every excerpt is of the file named above it', () => {
  expect(excerpts).toHaveLength(7)
  for (const { file, code } of excerpts) expect(read(file), `${file}:\n${code}`).toContain(code.trimEnd())
})

test('every file that the page names exists', () => {
  const named = [...page.matchAll(/`((?:packages|testing|acceptance)\/[\w./-]+\.(?:ts|md))`/g)].map(
    (found) => found[1] as string,
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the table of files contains every file of the service except its tests', () => {
  const files = filesOf('packages/server/src/services/age').filter((path) => !path.endsWith('.test.ts'))
  for (const file of files) expect(page).toContain(`| \`${file}\` |`)
})

test('the composition has one line for the service, in addition to its import', () => {
  const lines = read('packages/server/src/app/app/compose.ts')
    .split('\n')
    .filter((line) => line.includes('ageModule'))
  expect(lines).toEqual(["import { ageModule } from '../../services/age/index.ts'", '  .use(ageModule)'])
})

test('name and event are in the contract', () => {
  expect(serviceNames).toContain(service.name)
  expect(Object.keys(eventCatalogue)).toContain(service.completedEvent)
  expect(page).toContain(`\`${service.completedEvent}\``)
})

test('the routes of the page are those of the declaration', () => {
  // Only their methods and paths are read; nothing is called.
  const endpoints = serviceEndpoints(service, {} as Parameters<typeof serviceEndpoints>[1])
  const routes = endpoints.map(({ method, path }) => `\`${method} ${path.replace(':id', '{id}')}\``)
  expect(routes).toHaveLength(4)
  for (const route of routes) expect(page).toContain(route)
})

test('the page names every optional part of a declaration', () => {
  const declaration = read('packages/server/src/calls/calls/declaration/service.ts')
  const optional = [...declaration.matchAll(/^ {2}(\w+)\?[:(]/gm)].map((found) => found[1] as string)
  const notOfDeclarations = ['scopesApplied', 'scopesWithheld', 'svcId', 'internalData']
  // These are named where the page describes the service of its example, or its refusals.
  const elsewhere = ['completedEvent', 'onRefused']
  for (const name of optional.filter((part) => ![...notOfDeclarations, ...elsewhere].includes(part)))
    expect(page).toContain(`\`${name}`)
})

test('threshold can be a shared field of all items', () => expect(service.batchFields).toContain('threshold'))

test('the modules of the page import no service, and do not speak of ages', () => {
  for (const module of ['gateway', 'calls', 'commit', 'description', 'disclosure']) {
    expect(page).toContain(`\`${module}\``)
    const files = filesOf(folderOf(module)).filter((path) => !path.includes('.test.'))
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
