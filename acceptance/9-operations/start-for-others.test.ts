import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../installation/second-process.ts'
import {
  type Installation,
  newDataDir,
  removeInstallation,
  startInstallation,
  startRefused,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

let dataDir: string
let otherDir: string
let trial: Installation
let database: ReturnType<typeof databaseOf>

beforeAll(async () => {
  dataDir = startedDataDir()
  otherDir = newDataDir()
  trial = await startInstallation(dataDir)
  database = databaseOf(dataDir)
})

afterAll(async () => {
  await removeInstallation(otherDir)
  await removeInstallation(dataDir, trial)
})

test('a trial says what is not fit for real data', () => {
  expect(trial.output()).toContain('Not for real data:')
  expect(trial.output()).toMatch(/production demo .* Set NANI_DEMO=0/)
  expect(trial.output()).toMatch(/master key is stored next to the data/)
})

test('with DATABASE_URL a start without a master key is refused, and says what to do', async () => {
  const { DATABASE_URL } = database
  const { code, output } = await startRefused(otherDir, { DATABASE_URL })
  expect(code).toBe(1)
  expect(output).toContain('NANI_MASTER_KEY is required, because DATABASE_URL is set')
  expect(output).not.toContain(DATABASE_URL)
})

test('on an address that others reach a start without a master key is refused', async () => {
  const { code, output } = await startRefused(otherDir, { NANI_HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(output).toContain('NANI_MASTER_KEY is required, because Nani listens on 0.0.0.0')
})

test('with DATABASE_URL and a master key no demo is made unless it is asked for', async () => {
  const credentials = join(otherDir, 'demo-credentials.json')
  const start = async (extra: NodeJS.ProcessEnv) => {
    const started = await startInstallation(otherDir, { ...database, ...extra }, { demo: false })
    await started.stop()
    return started.output()
  }
  expect(await start({})).toContain('npx nani applications create')
  expect(existsSync(credentials)).toBe(false)
  await start({ NANI_DEMO: '1' })
  expect(Object.keys(JSON.parse(readFileSync(credentials, 'utf8')))).toEqual(['sandbox'])
  expect(await start({ NANI_DEMO: 'production' })).toMatch(/production demo .* Set NANI_DEMO=0/)
  expect(Object.keys(JSON.parse(readFileSync(credentials, 'utf8')))).toEqual(['sandbox', 'production'])
})
