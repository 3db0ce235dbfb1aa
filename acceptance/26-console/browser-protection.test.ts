import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { openConsole } from './console-page.ts'
import { done, registerPerson } from './person.ts'
import { sharedSite } from './site.ts'

const site = sharedSite()
let browser: Browser
/** A page of a stranger, on another origin of the same machine. */
let foreign: { url: string; close(): void }
beforeAll(async () => {
  browser = await launchChromium()
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(
      request.url === '/frame'
        ? `<iframe src="${site.url}/account"></iframe>`
        : `<form method="post" enctype="text/plain" action="${site.url}/api/organizations">
            <input name='{"name":"Stolen","rccm":"X","a":"' value='"}'></form>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  foreign = { url: `http://localhost:${port}`, close: () => server.close() }
})
afterAll(async () => {
  await browser?.close()
  foreign?.close()
})

test('a page of another origin changes nothing, reads nothing, and shows no page of the console in a frame', async () => {
  const person = await registerPerson(site, 'Amina Kabeya')
  const { page, close } = await openConsole(browser, site, person)
  await page.goto(`${foreign.url}/form`)
  const [answer] = await Promise.all([
    page.waitForResponse(`${site.url}/api/organizations`),
    page.evaluate("document.querySelector('form').submit()"),
  ])
  expect(answer.status()).toBe(403)
  // The browser may have dropped the body of a page that it shows. The page itself stays.
  await expect.poll(() => page.evaluate('document.body.innerText')).toContain('request_not_from_page')
  await page.goto(`${foreign.url}/read`)
  const read = await page.evaluate(
    `fetch(${JSON.stringify(`${site.url}/api/me`)}, { credentials: 'include' }).then((a) => a.text(), (e) => e.name)`,
  )
  expect(read).toBe('TypeError')
  const sent = await page.evaluate(
    `fetch(${JSON.stringify(`${site.url}/api/organizations`)}, { method: 'POST', credentials: 'include',
      headers: { 'X-Nani-App': '1', 'Content-Type': 'application/json' }, body: '{}' }).then((a) => a.status, (e) => e.name)`,
  )
  expect(sent).toBe('TypeError')
  await page.goto(`${foreign.url}/frame`)
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
  expect(await done(person.call('GET', '/organizations'))).toMatchObject({ data: [] })
  await close()
})

test('the session is not readable by scripts, and no answer of the API is stored', async () => {
  const person = await registerPerson(site, 'Amina Kabeya')
  const { page, problems, close } = await openConsole(browser, site, null)
  await page.goto(`${site.url}/sign-in`)
  const policy = (await page.reload())?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self'; style-src 'self'/)
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("frame-ancestors 'none'")
  await page.context().addCookies(
    [...person.cookies].map(([name, value]) => ({
      ...{ name, value, url: site.url, httpOnly: true, sameSite: 'Strict' as const },
    })),
  )
  const answered = page.waitForResponse('**/api/me')
  await page.goto(`${site.url}/account`)
  const headers = (await answered).headers()
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  await page.waitForSelector('h1:has-text("Mon compte")')
  expect(await page.evaluate('document.cookie')).toBe('')

  // After the end of the session, the way back shows no data of the person.
  await page.click('.account')
  await page.click('[role=menuitem]:has-text("Se déconnecter")')
  await page.waitForSelector('h1:has-text("Se connecter")')
  await page.goBack()
  await page.waitForSelector('h1:has-text("Se connecter")')
  expect(await page.textContent('body')).not.toContain(person.email)
  expect(problems).toEqual([])
  await close()
})
