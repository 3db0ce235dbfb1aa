import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

/*
 * `npm run check:advisories` as a change runs it, with the real npm and a substitute of the registry. The machine of the tests may have no
 * registry with advisories.
 */

const root = join(import.meta.dirname, '..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const version: string = lock.packages['node_modules/pg'].version

type Advisory = { severity: string; vulnerable_versions: string }

const registry = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** It knows one advisory about `pg`, and is asked for the packages of the lock file. */
const registryWith = (advisory: Advisory, asked: Record<string, string[]>): Promise<string> =>
  registry((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url?.endsWith('/advisories/bulk')) {
        const body = Buffer.concat(parts)
        const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
        Object.assign(asked, JSON.parse(text.toString('utf8')))
        const of = { id: 1, title: 'Leaks rows', url: 'https://advisories.example/1', cwe: [], ...advisory }
        response.end(JSON.stringify({ pg: [of] }))
      } else if (request.url === '/pg') {
        const versions = { [version]: { name: 'pg', version, dist: {} } }
        response.end(JSON.stringify({ name: 'pg', 'dist-tags': { latest: version }, versions }))
      } else {
        response.statusCode = 404
        response.end('{}')
      }
    })
  })

const check = (registryUrl: string): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    // npm keeps what an earlier check found.
    const cache = mkdtempSync(join(tmpdir(), 'nani-advisories-'))
    onTestFinished(() => rmSync(cache, { recursive: true }))
    const env = { ...process.env, npm_config_registry: registryUrl, npm_config_cache: cache }
    const script = join(root, 'scripts/check-advisories.ts')
    execFile(process.execPath, [script], { cwd: root, env }, (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    )
  })

test('an advisory about a package that runs is named, and fails if it is severe', async () => {
  const asked: Record<string, string[]> = {}
  const severe = await registryWith({ severity: 'high', vulnerable_versions: '*' }, asked)
  expect(await check(severe)).toEqual({
    code: 1,
    out: expect.stringContaining('high: pg: Leaks rows https://advisories.example/1'),
  })
  // Also what is in the pages.
  expect(Object.keys(asked)).toEqual(expect.arrayContaining(['pg', 'react-dom']))
  const mild = await registryWith({ severity: 'moderate', vulnerable_versions: '*' }, {})
  expect(await check(mild)).toEqual({ code: 0, out: expect.stringContaining('moderate: pg: Leaks rows') })
  const other = await registryWith({ severity: 'critical', vulnerable_versions: '<0.1.0' }, {})
  expect(await check(other)).toEqual({
    code: 0,
    out: 'No advisory concerns a package that runs or is in the pages.\n',
  })
}, 60_000)

test('a registry without advisories is said to have checked nothing', async () => {
  const without = await registry((_request, response) => {
    response.statusCode = 405
    response.end('{"message":"Method Not Allowed"}')
  })
  expect(await check(without)).toEqual({ code: 0, out: expect.stringMatching(/^NOT CHECKED: /) })
}, 60_000)
