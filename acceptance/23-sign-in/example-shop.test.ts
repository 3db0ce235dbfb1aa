import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../testing/machine/free-port.ts'
import { environmentOf } from '../installation/nani-command.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { openBrowser } from './browser.ts'
import { exchange } from './exchange.ts'

const dataDir = inject('dataDir')
const { base_url } = inject('demo').sandbox
let shop: ChildProcess
let home: string

beforeAll(async () => {
  const port = await freePort()
  home = `http://127.0.0.1:${port}`
  shop = spawn(process.execPath, ['examples/relying-party/server.ts'], {
    ...{ cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'pipe'] },
    env: environmentOf(dataDir, { PORT: String(port) }),
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [shop.stdout, shop.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes('The shop is at')) resolve()
      })
    shop.once('exit', () => reject(new Error(output)))
  })
})
afterAll(() => void shop?.kill())

test('the shop of the example signs a citizen in, shows the claims, and the score with the consent of the sign-in', async () => {
  const begun = await exchange(`${home}/sign-in`)
  const headers = { cookie: String(begun.setCookies[0]?.split(';')[0]) }
  const browser = openBrowser({ base_url })
  const page = await browser.visit(String(begun.headers.location))
  expect(page.text).toContain('Boutique Mosaka')
  const callback = await browser.waitForCallback(
    await browser.submit(page, { identifier: 'COD-0000-0000-0001' }),
  )
  expect((await exchange(`${home}/score`, { method: 'POST', headers })).status).toBe(403)
  const welcome = await exchange(callback.href, { headers })
  expect([welcome.status, welcome.text.includes('Welcome, Jean-Pierre')]).toEqual([200, true])
  const scored = await exchange(`${home}/score`, { method: 'POST', headers })
  expect(scored.text).toMatch(/<h1>The credit score is [3-8]\d\d<\/h1>/)
})

test('the shop of the example shows the error of a citizen who declines, and trusts no other browser and no other issuer', async () => {
  const begun = await exchange(`${home}/sign-in`)
  const cookie = String(begun.setCookies[0]?.split(';')[0])
  const browser = openBrowser({ base_url })
  const page = await browser.visit(String(begun.headers.location))
  const callback = await browser.waitForCallback(
    await browser.submit(page, { identifier: 'COD-0000-0000-0014' }),
  )
  expect((await exchange(callback.href)).text).toContain('did not begin a sign-in')
  // The answer of another provider, or one that does not name its issuer.
  for (const issuer of ['https://other.example', null]) {
    const mixed = new URL(callback)
    if (issuer === null) mixed.searchParams.delete('iss')
    else mixed.searchParams.set('iss', issuer)
    const refused = await exchange(mixed.href, { headers: { cookie } })
    expect([refused.status, refused.text.includes('access_denied')]).toEqual([400, false])
  }
  const denied = await exchange(callback.href, { headers: { cookie } })
  expect([denied.status, denied.text.includes('access_denied')]).toEqual([400, true])
})
