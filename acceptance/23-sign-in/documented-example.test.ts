import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../testing/machine/free-port.ts'
import type { Credentials } from '../client/credentials.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { openBrowser } from './browser.ts'
import { exchange } from './exchange.ts'
import { createSignInApplication } from './relying-party.ts'

const page = readFileSync(join(repositoryRoot, 'docs/sign-in.md'), 'utf8')
const program = /^## A complete example$[\s\S]*?^```ts$\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''

let application: Credentials
let home: string
let running: ChildProcess

beforeAll(async () => {
  const port = await freePort()
  home = `http://127.0.0.1:${port}`
  application = await createSignInApplication(inject('dataDir'), '--redirect-uri', `${home}/callback`)
  const { api_key: ApiKey, base_url: NaniUrl } = application
  running = spawn(process.execPath, ['--input-type=module-typescript', '-'], {
    ...{ cwd: repositoryRoot, stdio: ['pipe', 'pipe', 'pipe'] },
    env: { ...process.env, API_KEY: ApiKey, NANI_URL: NaniUrl, PORT: String(port) },
  })
  running.stdin?.end(program)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes(`Open ${home}/sign-in`)) resolve()
      })
    running.once('exit', () => reject(new Error(output)))
  })
})
afterAll(() => void running?.kill())

/** The answer of the program to the browser that a person of the sandbox signs in with. */
const signInAs = async (person: string) => {
  const begun = await exchange(`${home}/sign-in`)
  const cookie = String(begun.setCookies[0]?.split(';')[0])
  const browser = openBrowser(application)
  const waiting = await browser.submit(await browser.visit(String(begun.headers.location)), {
    identifier: person,
  })
  const callback = await browser.waitForCallback(waiting)
  return { callback, answer: (headers = { cookie }) => exchange(callback.href, { headers }) }
}

test('the program of the documentation signs a citizen in, and reads the claims and userinfo', async () => {
  const { status, text } = await (await signInAs('COD-0000-0000-0001')).answer()
  expect(status, text).toBe(200)
  const { claims, info } = JSON.parse(text) as Record<string, Record<string, unknown>>
  expect(claims).toMatchObject({ iss: application.base_url, amr: ['test'], given_name: 'Jean-Pierre' })
  expect(info?.['svc:addresses']).toHaveLength(2)
  expect(info?.sub).toBe(claims?.sub)
})

test('the program of the documentation trusts no other browser, and shows why a citizen did not sign in', async () => {
  const { answer } = await signInAs('COD-0000-0000-0014')
  expect((await answer({ cookie: 'browser=another' })).status).toBe(400)
  expect(await answer()).toMatchObject({ status: 400, text: 'access_denied' })
})
