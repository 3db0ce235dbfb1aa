import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServerCertificate } from '../../testing/tls.ts'
import type { ConsoleSettings } from './settings.ts'
import { addressOfConsole, type ConsoleWorld, startConsole, startConsoleOn } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())

test('the pages read the address of the sandbox, and may call it and nothing else', async () => {
  const { get } = world.browser()
  const policyOf = async () => {
    const page = await fetch(world.url.replace('localhost', '127.0.0.1'))
    return /connect-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
  }
  expect((await get('/installation')).json).toMatchObject({ sandbox_url: null })
  expect(await policyOf()).toBe("'self'")
  world.http.publicUrls.set('sandbox', 'https://sandbox.example.cd/base')
  expect((await get('/installation')).json).toMatchObject({ sandbox_url: 'https://sandbox.example.cd/base' })
  expect(await policyOf()).toBe("'self' https://sandbox.example.cd")
})

/** Another console on the same database. */
const startAnother = (settings: Partial<ConsoleSettings>) =>
  startConsoleOn(
    { ...world.database, drop: async () => {} },
    { nowMs: world.platform.clock.now(), rootKey: world.platform.rootKey },
    settings,
  )
const headers = { 'x-nani-app': '1', 'content-type': 'application/json' }
const hostCookie = /^__Host-nani_console=[\w-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure/

test('a console with an address for people listens on its port, and its links and cookies belong to that address', async () => {
  const { email, password } = await world.signUp({ withTotp: false })
  const behindProxy = await startAnother({ consoleUrl: 'https://console.example.cd' })
  try {
    const own = addressOfConsole(behindProxy)
    const signIn = (origin: string) =>
      fetch(`${own}/api/session`, {
        ...{ method: 'POST', headers: { ...headers, origin }, body: JSON.stringify({ email, password }) },
      })
    const signedIn = await signIn('https://console.example.cd')
    expect(signedIn.status).toBe(200)
    const browser = expect.stringMatching(/^__Host-nani_console_browser=/)
    expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(hostCookie), browser])
    expect((await signIn(own)).status).toBe(403)
    expect(behindProxy.http.consolePages.ofWallet('org_1')).toMatch(/^https:\/\/console\.example\.cd\//)
  } finally {
    await behindProxy.stop()
  }
})

test('a console with a certificate is served over TLS', async () => {
  const { email, password } = await world.signUp({ withTotp: false })
  const { cert, key } = await testServerCertificate('localhost')
  const folder = mkdtempSync(join(tmpdir(), 'nani-console-'))
  const [consoleCertificateFile, consoleKeyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(consoleCertificateFile, cert)
  writeFileSync(consoleKeyFile, key)
  const secure = await startAnother({ consoleCertificateFile, consoleKeyFile })
  try {
    expect(secure.url).toMatch(/^https:\/\/localhost:/)
    const sent = request(`${secure.url.replace('localhost', '127.0.0.1')}/api/session`, {
      ...{ method: 'POST', headers, ca: cert, servername: 'localhost' },
    })
    sent.end(JSON.stringify({ email, password }))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toContainEqual(expect.stringMatching(hostCookie))
  } finally {
    await secure.stop()
    rmSync(folder, { recursive: true })
  }
})
