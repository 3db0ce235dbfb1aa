import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readRunningDatabaseUrl, withInstallationDatabase } from './installation-database.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nani-installation-'))
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

const startServer = () => startEmbeddedPostgres({ dataDir, log: () => {} })

async function ask(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select 7 as seven')
  await client.end()
  return rows[0].seven
}

test('a running installation is used as it runs', async () => {
  const server = await startServer()
  expect(await readRunningDatabaseUrl(dataDir)).toBe(server.url)
  expect(await withInstallationDatabase(dataDir, async (url) => [url, await ask(url)])).toEqual([
    server.url,
    7,
  ])
  expect(await ask(server.url)).toBe(7)
  await server.stop()
  expect(await readRunningDatabaseUrl(dataDir)).toBeUndefined()
})

test('a stopped installation is started for the occasion and stopped again, also when the work fails', async () => {
  expect(await withInstallationDatabase(dataDir, ask)).toBe(7)
  const failing = withInstallationDatabase(dataDir, async (url) => {
    await ask(url)
    throw new Error('the work failed')
  })
  await expect(failing).rejects.toThrow('the work failed')
  const server = await startServer()
  await server.stop()
})

test('commands on a stopped installation wait for each other', async () => {
  const commands = [1, 2, 3].map(() => withInstallationDatabase(dataDir, ask))
  expect(await Promise.all(commands)).toEqual([7, 7, 7])
})

test('a command that holds the installation too long is named', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const holding = new Promise<void>((resolve) => {
    begun = resolve
  })
  const first = withInstallationDatabase(dataDir, async () => {
    begun()
    await held
  })
  await holding
  await expect(withInstallationDatabase(dataDir, ask, { waitMs: 50 })).rejects.toThrow('another nani command')
  await expect(startServer()).rejects.toThrow('another nani command')
  release()
  await first
})
