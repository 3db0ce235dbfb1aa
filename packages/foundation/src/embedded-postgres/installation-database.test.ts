import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDirectory } from '../../../../testing/machine/scratch.ts'
import type { DatabaseUrls } from '../storage/index.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readRunningDatabase, withInstallationDatabase } from './installation-database.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchDirectory, 'nani-installation-'))
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

const startServer = () => startEmbeddedPostgres({ dataDir, log: () => {} })

const ask = async ({ app: url }: DatabaseUrls): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select 7 as seven')
  await client.end()
  return rows[0].seven
}

test('a running installation is used as it runs', async () => {
  const server = await startServer()
  expect(await readRunningDatabase(dataDir)).toEqual(server.urls)
  expect(await withInstallationDatabase(dataDir, async (urls) => [urls, await ask(urls)])).toEqual([
    server.urls,
    7,
  ])
  expect(await ask(server.urls)).toBe(7)
  await server.stop()
  expect(await readRunningDatabase(dataDir)).toBeUndefined()
})

test('a stopped installation is started for the occasion and stopped again, also when the work fails', async () => {
  expect(await withInstallationDatabase(dataDir, ask)).toBe(7)
  const failing = withInstallationDatabase(dataDir, async (urls) => {
    await ask(urls)
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

test('a command that blocks the installation for too long is named', async () => {
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
