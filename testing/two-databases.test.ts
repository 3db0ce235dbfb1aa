import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placesOf, type TableUse, tables } from '../packages/foundation/src/storage/index.ts'
import { moduleOf } from './layer-violations.ts'
import { sqlTextsOf, tablesOf, writtenTablesOf } from './sql-texts.ts'
import { transactionsOf } from './transaction-graph.ts'
import { acrossDatabases, knownStatements, knownTransactions } from './two-databases.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('packages/{foundation,engines,server,operator,synthetic-data}/src/**/*.ts', {
  cwd: root,
})
  .filter((path) => !/\.(test|fixture)\.ts$|\/testing\/|\.generated\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const usesOf = (texts: readonly string[]): TableUse[] => {
  const written = new Set(texts.flatMap(writtenTablesOf))
  return [...new Set(texts.flatMap(tablesOf))].flatMap((name) => {
    const entry = tables[name]
    return entry ? [{ entry, writes: written.has(name) }] : []
  })
}

const firstWords = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 60).trim()

/** Of each text that needs two databases: `home and register: module: first words`. */
const statementsIn = (sources: { path: string; text: string }[]): string[] =>
  sources
    .flatMap(({ path, text }) => sqlTextsOf(path, text))
    .flatMap(({ path, text }) => {
      const places = placesOf(usesOf([text]))
      return places.length > 1
        ? [`${places.join(' and ')}: ${moduleOf(path) ?? path}: ${firstWords(text)}`]
        : []
    })
    .toSorted()

const transactionsIn = (sources: { path: string; text: string }[]): string[] =>
  [
    ...new Set(
      transactionsOf(sources).flatMap(({ path, name, opener, texts }) => {
        // The commit of a call has rows of its application.
        const commit = opener === 'commit' ? ['insert into audit_entries'] : []
        const places = placesOf(usesOf([...texts, ...commit]))
        return places.length > 1 ? [`${places.join(' and ')}: ${moduleOf(path) ?? path}: ${name}`] : []
      }),
    ),
  ].toSorted()

const withoutActsOfCells = (found: string[]): string[] =>
  found.filter((one) => !acrossDatabases.includes(one))

const statements = statementsIn(files)
const transactions = transactionsIn(files)

test('a statement needs one database, except for the known ones', () => {
  expect(withoutActsOfCells(statements)).toEqual(knownStatements.toSorted())
})

test('a transaction needs one database, except for the known ones', () => {
  expect(withoutActsOfCells(transactions)).toEqual(knownTransactions.toSorted())
})

test('each act that is known to write two databases does so', () => {
  const found = [...statements, ...transactions].filter((one) => acrossDatabases.includes(one))
  expect(found.toSorted()).toEqual(acrossDatabases.toSorted())
})

test('the known exceptions do not become more', () => {
  // The end of a subscription is in one transaction in home, and in a cell it reads home by the pool of home.
  const lists = [knownStatements, knownTransactions, acrossDatabases]
  expect(lists.map(({ length }) => length)).toEqual([0, 12, 3])
})

const planted = (text: string) => [{ path: 'packages/server/src/services/kyc/planted.ts', text }]

test('a statement that joins two databases is seen', () => {
  const join = 'export const a = `select from results r join citizens c using (svc_id)`'
  expect(statementsIn(planted(join))).toEqual([
    'cell and register: services/kyc: select from results r join citizens c using (svc_id)',
  ])
  // A cell has a copy of the reference tables of home, and reads it. The register has none, and a copy is not written.
  const reads = (table: string) =>
    statementsIn(planted(`const a = \`select from ${table} join list_versions\``))
  expect(reads('results')).toEqual([])
  expect(reads('operators')).toEqual([])
  expect(reads('citizens')).toHaveLength(1)
  const write = 'const a = `with x as (update list_versions set etag = 1) select from results`'
  expect(statementsIn(planted(write))).toHaveLength(1)
  // Each database has a log of acts.
  expect(statementsIn(planted('const a = `select from results join acts`'))).toEqual([])
})

test('a transaction that needs two databases is seen, also through other functions', () => {
  const head = `const end = (client: pg.PoolClient) => client.query('delete from citizen_sessions')
    const write = (client) => client.query('update citizens set status = 1')
    const both = async (client) => { await write(client); await end(client) }\n`
  const opened = `${head}export const run = (pool) => inTransaction(pool, (client) => both(client))`
  const act = `${head}export const change = defineAct({ name: 'a.b', async perform({ client }) { await both(client) } })`
  const apart = `${head}export const run = async (pool) => { await inTransaction(pool, write); await inTransaction(pool, end) }`
  expect(transactionsIn(planted(opened))).toEqual(['home and register: services/kyc: run'])
  expect(transactionsIn(planted(act))).toEqual(['home and register: services/kyc: change'])
  expect(transactionsIn(planted(apart))).toEqual([])
  const read = `${head}export const run = (pool, outbox) =>
    inRegisterTransaction(pool, async (client) => { await write(client); await inHome(outbox, client, (home) => end(home)) })`
  const carried = `${head}const ended = defineHomeEffect('ended', end)
    export const run = (pool, cause) =>
      inRegisterTransaction(pool, async (client) => { await write(client); await cause(client, ended, {}) })`
  expect(transactionsIn(planted(read))).toEqual([])
  expect(transactionsIn(planted(carried))).toEqual([])
  const wrong = carried.replace("'ended', end", "'ended', both")
  expect(transactionsIn(planted(wrong))).toEqual(['home and register: services/kyc: ended'])
  const effect = "const e = defineEffect({ write: 'insert into citizens' })"
  expect(transactionsIn(planted(effect))).toHaveLength(1)
})
