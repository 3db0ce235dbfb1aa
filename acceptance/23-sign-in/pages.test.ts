import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { naniJson } from '../installation/nani-command.ts'
import { openBrowser } from './browser.ts'
import { exchange } from './exchange.ts'
import { ask, createSignInApplication, redirectUri } from './relying-party.ts'

const dataDir = inject('dataDir')
let application: Credentials
beforeAll(async () => {
  application = await createSignInApplication(dataDir)
})

const openPage = async (
  changes: Record<string, string | null> = {},
  headers: Record<string, string> = {},
) => {
  const browser = openBrowser(application, headers)
  const asked = ask(application, changes)
  return { browser, asked, page: await browser.visit(asked.url) }
}

test.concurrent('the page names the application and what is asked for, without any script or other origin', async () => {
  const { page } = await openPage({ scope: 'openid profile svc:kyc.religion svc:kyc.biometrics.selfie' })
  expect(page.status).toBe(200)
  expect(page.text).toContain('Boutique Mosaka')
  expect(page.text).toContain('Votre religion')
  expect(page.text.match(/class="flag"/g)).toHaveLength(2)
  expect(page.text).not.toMatch(/<script(?! src="\/)|<style|style="|onclick|https?:\/\//)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  })
})

test.concurrent('a browser chooses the language, and French is the default', async () => {
  const { page, browser } = await openPage()
  expect(page.text).toContain('<html lang="fr">')
  expect((await browser.visit(`${page.url}?lang=en`)).text).toContain('Sign in with your national identity')
  const english = await openPage({}, { 'accept-language': 'en-GB,en;q=0.9' })
  expect(english.page.text).toContain('<html lang="en">')
})

test.concurrent('the name of an application cannot bring markup into the page', async () => {
  const marked = await createSignInApplication(dataDir, '--name', '<b>"Shop"</b>')
  const browser = openBrowser(marked)
  expect((await browser.visit(ask(marked).url)).text).toContain('&lt;b&gt;&quot;Shop&quot;&lt;/b&gt;')
})

test.concurrent('the page shows the logo of its application, whose address has the hash of its bytes', async ({
  expect,
}) => {
  const branded = await createSignInApplication(dataDir)
  const file = join(mkdtempSync(join(dataDir, 'logo-')), 'logo.png')
  await sharp({ create: { width: 200, height: 120, channels: 4, background: '#0b4f9e80' } })
    .png()
    .toFile(file)
  const set = (...flags: string[]) =>
    naniJson<{ logo_hash: string }>(dataDir, 'applications', 'logo', branded.application_id, ...flags)
  const pageOf = async () => openBrowser(branded).visit(ask(branded).url)
  expect((await pageOf()).headers['content-security-policy']).not.toContain('img-src')
  const { logo_hash } = await set('--file', file)
  const path = `/sign-in/logos/${branded.application_id}/${logo_hash}.png`
  await expect.poll(async () => (await pageOf()).text, { timeout: 10_000 }).toContain(`src="${path}"`)
  expect((await pageOf()).headers['content-security-policy']).toContain("img-src 'self';")
  const answer = await fetch(branded.base_url + path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(logo_hash)
  expect(bytes.length).toBeLessThanOrEqual(8_192)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
  for (const unknown of [
    path.replace(logo_hash, 'a'.repeat(64)),
    path.replace(branded.application_id, application.application_id),
    path.replace('.png', '.svg'),
    path.replace(branded.application_id, 'app_%00'),
  ])
    expect((await fetch(branded.base_url + unknown)).status, unknown).toBe(404)
  await set('--remove')
  await expect
    .poll(async () => (await pageOf()).text, { timeout: 10_000 })
    .toContain('aria-hidden="true">BM<')
})

test.concurrent('each cookie is HttpOnly and SameSite, and of one request', async () => {
  const first = await exchange(ask(application).url)
  const second = await exchange(ask(application).url)
  const [one = '', other = ''] = [first, second].map(({ setCookies }) => setCookies[0] ?? '')
  expect(one).toMatch(/^nani-sign-in-\w+=[\w-]{43}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/)
  expect(one.split('=')[0]).not.toBe(other.split('=')[0])
})

test.concurrent('over TLS, a cookie has the prefix __Host- and is Secure', async () => {
  const issued = await createSignInApplication(
    dataDir,
    ...['--environment', 'production', '--approved', '--reason', 'A test.', '--services', 'sso_login'],
  )
  const { ca_file } = inject('demo').production
  const browser = openBrowser({ base_url: issued.base_url, ...(ca_file && { ca_file }) })
  const page = await browser.visit(ask(issued).url)
  expect(page.status).toBe(200)
  const answer = await browser.request(ask(issued).url)
  expect(answer.setCookies[0]).toMatch(/^__Host-nani-sign-in-\w+=[\w-]{43}; .*; Secure$/)
})

test.concurrent('a request belongs to its browser', async () => {
  const { page } = await openPage()
  const stranger = openBrowser(application)
  expect((await stranger.visit(page.url)).status).toBe(403)
  expect((await stranger.submit(page, { identifier: 'COD-0000-0000-0008' })).status).toBe(403)
  expect((await stranger.submit(page, {}, 1)).status).toBe(403)
})

test.concurrent('a cookie with a secret of a stranger opens no request, no form of it and no stream', async () => {
  const { setCookies, headers } = await exchange(ask(application).url)
  const [name = '', own = ''] = (setCookies[0] ?? '').split(/[=;]/)
  const secret = 'a'.repeat(43)
  const withSecret = (value: string) => openBrowser(application, { cookie: `${name}=${value}` })
  const stranger = withSecret(secret)
  const proof = createHash('sha256').update(`form ${secret}`).digest('base64url')
  const form = { identifier: 'COD-0000-0000-0008', proof }
  const { pathname } = new URL(headers.location ?? '', application.base_url)
  expect((await withSecret(own).visit(pathname)).status).toBe(200)
  expect((await stranger.visit(pathname)).status).toBe(403)
  for (const path of [pathname, `${pathname}/cancel`])
    expect((await stranger.visit(path, { method: 'POST', form })).status).toBe(403)
  expect((await stranger.visit(`${pathname}/events`)).status).toBe(204)
})

test.concurrent('a form without the proof of the page is refused', async () => {
  const { page, browser } = await openPage()
  const forged = await browser.visit(page.url, { method: 'POST', form: { identifier: 'COD-0000-0000-0008' } })
  expect(forged.status).toBe(403)
  const wrong = await browser.visit(page.url, {
    method: 'POST',
    form: { identifier: 'COD-0000-0000-0008', proof: 'a'.repeat(43) },
  })
  expect(wrong.status).toBe(403)
  expect((await browser.visit(page.url)).text).toContain('name="identifier"')
})

test.concurrent('the waiting page has a number of two digits, a countdown, and refreshes without script', async () => {
  const { page, browser } = await openPage()
  const waiting = await browser.submit(page, { identifier: 'COD-0000-0000-0015' })
  expect(waiting.text).toMatch(/<p class="number"[^>]*>[1-9]\d<\/p>/)
  expect(waiting.text).toMatch(/<noscript><meta http-equiv="refresh" content="2"><\/noscript>/)
  const seconds = Number(/data-seconds="(\d+)"/.exec(waiting.text)?.[1])
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
})

const shape = (text: string) =>
  text
    .replaceAll(/\d+/g, '0')
    .replaceAll(/sign-in\/[\w.]+/g, 'sign-in/x')
    .replaceAll(/value="[^"]*"/g, 'value')
    // The browser that entered a number sees it.
    .replaceAll(/<strong>[^<]*<\/strong>/g, 'strong')

test.concurrent('unknown persons see the page of a person who does not answer, and all end in access_denied after 60 s', async () => {
  const people = [
    'COD-0000-0000-0015',
    'COD-0000-0000-0404',
    'COD-0000-0000-0002',
    'COD-0000-0000-0006',
    'OB9999999',
  ]
  const startedMs = Date.now()
  const ended = await Promise.all(
    people.map(async (person) => {
      const { page, browser } = await openPage()
      const waiting = await browser.submit(page, { identifier: person })
      const callback = await browser.waitForCallback(waiting)
      return {
        shape: shape(waiting.text),
        callback: callback.href.replaceAll(/state=.*/g, ''),
        url: waiting.url,
      }
    }),
  )
  expect(Date.now() - startedMs).toBeGreaterThan(58_000)
  expect(new Set(ended.map((one) => one.shape)).size).toBe(1)
  expect(new Set(ended.map((one) => one.callback)).size).toBe(1)
  expect(ended[0]?.callback).toContain('error=access_denied')
  // Another browser also goes back, to the site of the application, and does not learn state.
  const late = await openBrowser(application).visit(ended[0]?.url ?? '')
  expect(late.url).toBe(`${new URL(redirectUri).origin}/`)
}, 90_000)

test.concurrent.each(['svc:kyc.religion', 'svc:kyc.biometrics.selfie'])(
  'a person under 18 is not asked for %s, and is asked for standard scopes',
  async (scope) => {
    const { page, browser } = await openPage({ scope: `openid ${scope}` })
    const callback = await browser.waitForCallback(
      await browser.submit(page, { identifier: 'COD-0000-0000-0007' }),
    )
    expect(callback.searchParams.get('error')).toBe('access_denied')
    const standard = await openPage({ scope: 'openid profile svc:kyc.parents' })
    const approved = await standard.browser.waitForCallback(
      await standard.browser.submit(standard.page, { identifier: 'COD-0000-0000-0007' }),
    )
    expect(approved.searchParams.get('code')).not.toBe(null)
  },
)

test.concurrent('a lost redirect is repeated with the same code, until the code is used', async () => {
  const { page, browser } = await openPage()
  const waiting = await browser.submit(page, { identifier: 'COD-0000-0000-0008' })
  const first = await browser.waitForCallback(waiting)
  const again = await browser.visit(waiting.url)
  expect(again.url).toBe(first.href)
})

test.concurrent('an unknown address of a page, and one with strange characters, are error pages', async () => {
  for (const path of [
    '/sign-in/unknown',
    '/sign-in/a.b',
    `/sign-in/${'x'.repeat(500)}`,
    '/sign-in/%00.%00',
  ]) {
    const answer = await exchange(application.base_url + path)
    expect(answer.status, path).toBe(404)
    expect(answer.headers['content-type']).toContain('text/html')
  }
})

test.concurrent('the stream of a page reports the answer', async () => {
  const { page, browser } = await openPage()
  const waiting = await browser.submit(page, { identifier: 'COD-0000-0000-0008' })
  const startedMs = Date.now()
  const stream = await browser.request(
    `${new URL(waiting.url).origin}${new URL(waiting.url).pathname}/events`,
  )
  expect(stream.headers['content-type']).toContain('text/event-stream')
  expect(stream.text).toContain('event: answered')
  expect(Date.now() - startedMs).toBeLessThan(5_000)
  const foreign = await exchange(`${new URL(waiting.url).origin}${new URL(waiting.url).pathname}/events`)
  expect(foreign.status).toBe(204)
})
