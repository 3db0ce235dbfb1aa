import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import type { Credentials } from '../client/credentials.ts'
import { ask, createSignInApplication } from './relying-party.ts'

const dataDir = inject('dataDir')
let browser: Browser
let shop: Server
let redirect: string
let application: Credentials

beforeAll(async () => {
  shop = createServer((_request, response) => response.end('<h1>Shop</h1>'))
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  redirect = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/callback`
  application = await createSignInApplication(dataDir, '--redirect-uri', redirect)
  browser = await launchChromium()
}, 60_000)
afterAll(async () => {
  await browser?.close()
  shop?.close()
})

const openPage = async (javaScriptEnabled: boolean) => {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  const asked = ask(application, { redirect_uri: redirect })
  await page.goto(asked.url)
  return { page, problems, asked, context }
}

test.each([true, false])('a person signs in, with script: %s', async (hasScript) => {
  const { page, problems, asked, context } = await openPage(hasScript)
  await page.fill('input[name=identifier]', 'COD-0000-0000-0008')
  await page.click('button[type=submit]')
  await page.waitForSelector('.number')
  await page.waitForURL(`${redirect}?**`, { timeout: 20_000 })
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('state')).toBe(asked.state)
  expect(searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  expect(problems).toEqual([])
  await context.close()
})

test('the way back to the application works, and the page fits a small screen', async () => {
  const { page, problems, context } = await openPage(true)
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(360)
  await page.click('button.other')
  await page.waitForURL(`${redirect}?**`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  expect(problems).toEqual([])
  await context.close()
})

test('going back and loading the page again do not break a sign-in', async () => {
  const { page, context } = await openPage(true)
  await page.reload()
  await page.fill('input[name=identifier]', 'COD-0000-0000-0008')
  await page.click('button[type=submit]')
  await page.waitForSelector('.number')
  await page.reload()
  await page.waitForURL(`${redirect}?**`, { timeout: 20_000 })
  const code = new URL(page.url()).searchParams.get('code')
  await page.goBack()
  await page.waitForURL(`${redirect}?**`, { timeout: 20_000 })
  expect(new URL(page.url()).searchParams.get('code')).toBe(code)
  await context.close()
})

const startWaiting = async (page: Page, person: string) => {
  await page.fill('input[name=identifier]', person)
  await page.click('button[type=submit]')
  await page.waitForSelector('.number')
}

test('the way back from the number shows the number again, and the sign-in goes on', async () => {
  const { page, context } = await openPage(true)
  await startWaiting(page, 'COD-0000-0000-0008')
  await page.goBack()
  await page.waitForSelector('.number')
  await page.waitForURL(`${redirect}?**`, { timeout: 20_000 })
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  await context.close()
})

test('two tabs of one sign-in both end with its one code, and two sign-ins of one browser end apart', async () => {
  const { page, asked, context } = await openPage(true)
  const [same, apart] = [await context.newPage(), await context.newPage()]
  await same.goto(page.url())
  const askedApart = ask(application, { redirect_uri: redirect })
  await apart.goto(askedApart.url)
  await startWaiting(page, 'COD-0000-0000-0008')
  await startWaiting(apart, 'COD-0000-0000-0001')
  // The form of the second tab is out of date. It shows where the sign-in is.
  await same.fill('input[name=identifier]', 'COD-0000-0000-0014')
  await same.click('button[type=submit]')
  const ends = []
  for (const one of [page, same, apart]) {
    await one.waitForURL(`${redirect}?**`, { timeout: 20_000 })
    const { searchParams } = new URL(one.url())
    ends.push([searchParams.get('state'), searchParams.get('code')])
  }
  expect(ends[0]).toEqual([asked.state, expect.stringMatching(/^[\w-]{43}$/)])
  expect(ends[1]).toEqual(ends[0])
  expect(ends[2]).toEqual([askedApart.state, expect.stringMatching(/^[\w-]{43}$/)])
  expect(ends[2]?.[1]).not.toBe(ends[0]?.[1])
  await context.close()
})

test('a page that loses the network keeps its number, and goes on when the network is back', async () => {
  const { page, context } = await openPage(true)
  await startWaiting(page, 'COD-0000-0000-0008')
  const failed = page.waitForEvent('requestfailed', { timeout: 20_000 })
  await context.setOffline(true)
  await failed
  expect(await page.isVisible('.number')).toBe(true)
  await context.setOffline(false)
  await page.waitForURL(`${redirect}?**`, { timeout: 20_000 })
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  await context.close()
})

test('a page whose time has passed asks the server, which alone decides', async () => {
  const { page, context } = await openPage(true)
  await page.clock.install()
  await startWaiting(page, 'COD-0000-0000-0015')
  const loaded = page.waitForEvent('load')
  await page.clock.fastForward(61_000)
  await loaded
  await page.waitForSelector('.number')
  expect(Number(await page.getAttribute('.countdown', 'data-seconds'))).toBeGreaterThan(30)
  await context.close()
})

/** GPRS, the slow kind of 2G: 50 kbit/s each way, and half a second until an answer begins. */
const slow = { offline: false, latency: 500, downloadThroughput: 6_250, uploadThroughput: 6_250 }
const maxPageMs = 8_000

test('over 2G, each page of a sign-in is there within eight seconds', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.emulateNetworkConditions', slow)
  const times: number[] = []
  for (const [step, shows] of [
    [() => page.goto(ask(application, { redirect_uri: redirect }).url), 'input[name=identifier]'],
    [() => page.fill('input[name=identifier]', 'COD-0000-0000-0008'), 'button[type=submit]'],
    [() => page.click('button[type=submit]'), '.number'],
  ] as const) {
    const startedAt = performance.now()
    await step()
    await page.waitForSelector(shows)
    times.push(performance.now() - startedAt)
  }
  expect(Math.max(...times)).toBeLessThan(maxPageMs)
  await page.waitForURL(`${redirect}?**`, { timeout: 30_000 })
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  await context.close()
})

test('a browser without certificates sees the page of production without a prompt', async () => {
  const issued = await createSignInApplication(
    dataDir,
    ...['--environment', 'production', '--approved', '--reason', 'A test.', '--services', 'sso_login'],
  )
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(ask(issued).url)
  await page.waitForSelector('input[name=identifier]')
  expect(new URL(page.url()).protocol).toBe('https:')
  await context.close()
})

test('a form of the application opens the sign-in with POST, and the page keeps its cookie', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked = ask(application, { redirect_uri: redirect })
  const { origin, pathname, searchParams } = new URL(asked.url)
  const fields = [...searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`).join('')
  // Another site than that of the sandbox, so that the cookie is one of a navigation from elsewhere.
  const site = redirect.replace('127.0.0.1', 'localhost')
  await page.route(site, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${origin}${pathname}">${fields}<button>Sign in</button></form>`,
    }),
  )
  await page.goto(site)
  await page.click('button')
  await page.fill('input[name=identifier]', 'COD-0000-0000-0008')
  await page.click('button[type=submit]')
  await page.waitForURL(`${redirect}?**`, { timeout: 20_000 })
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  await context.close()
})

test('a script of another site reads discovery and keys, and no other endpoint', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(redirect)
  const read = (path: string) =>
    page.evaluate(
      async (url) =>
        fetch(url).then(
          ({ status }) => status,
          () => 'refused',
        ),
      application.base_url + path,
    )
  expect(await read('/.well-known/openid-configuration')).toBe(200)
  expect(await read('/v1/oidc/jwks.json')).toBe(200)
  expect(await read('/v1/oidc/userinfo')).toBe('refused')
  await context.close()
})
