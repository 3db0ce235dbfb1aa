import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { scratchDirectory } from '../../testing/machine/scratch.ts'
import { databaseOf } from '../installation/second-process.ts'
import { repositoryRoot, startRefused } from '../installation/start-installation.ts'

const password = 'secret-of-the-test'
const shared = databaseOf(inject('dataDir'))

/** The URL of the shared installation with something wrong in it. */
const wrong = (change: (url: URL) => void): string => {
  const url = new URL(shared.DATABASE_URL)
  change(url)
  return url.href
}

let folder: string
let closedPort: number
beforeAll(async () => {
  folder = mkdtempSync(join(scratchDirectory, 'nani-start-errors-'))
  closedPort = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const onClosedPort = () => `postgres://nani:${password}@127.0.0.1:${closedPort}/nani`

const cases: [string, string, () => NodeJS.ProcessEnv][] = [
  [
    'a wrong password',
    'database_login_refused',
    () => ({ DATABASE_URL: wrong((url) => Object.assign(url, { password })) }),
  ],
  [
    'a missing database',
    'database_missing',
    () => ({ DATABASE_URL: wrong((url) => Object.assign(url, { pathname: '/missing' })) }),
  ],
  ['a host that does not answer', 'database_unreachable', () => ({ DATABASE_URL: onClosedPort() })],
  [
    'several hosts that do not answer',
    'database_unreachable',
    () => ({ DATABASE_URL: onClosedPort().replace(/\/nani$/, `,localhost:${closedPort}/nani`) }),
  ],
  ['an invalid URL', 'setting_invalid', () => ({ DATABASE_URL: `postgres://nani:${password}@db:none/nani` })],
  [
    'TLS that the server does not offer',
    'database_tls_refused',
    () => ({ DATABASE_URL: wrong((url) => url.searchParams.set('sslmode', 'verify-full')) }),
  ],
]

const settings = (given: NodeJS.ProcessEnv) => ({ NANI_MASTER_KEY: shared.NANI_MASTER_KEY, ...given })

test.each(cases)(
  'a start with %s prints one line with its code, and the next step',
  async (_what, code, given) => {
    const refused = await startRefused(join(folder, 'start'), settings(given()))
    expect(refused.code).toBe(1)
    const lines = refused.output.trim().split('\n')
    expect(lines[0]).toMatch(new RegExp(`^Nani could not start: error ${code}: .+\\.$`))
    expect(lines).toHaveLength(2)
    expect(refused.output).not.toContain(password)
  },
)

test.each(cases)('a command with %s prints the same', (_what, code, given) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['packages/operator/bin/nani.js', 'applications', 'list'],
    { cwd: repositoryRoot, env: { PATH: process.env.PATH, ...settings(given()) }, encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  const lines = stderr.trim().split('\n')
  expect(lines[0]).toMatch(new RegExp(`^error ${code}: .+\\.$`))
  expect(lines).toHaveLength(2)
  expect(stderr).not.toContain(password)
})

test('neither a refused start nor a command leaves a data directory', () => {
  expect(existsSync(join(folder, 'start'))).toBe(false)
})
