import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { openChromium } from './chromium.ts'
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
  browser = await openChromium()
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

test('a browser without certificates sees the page of production without a prompt', async () => {
  const issued = await createSignInApplication(
    dataDir,
    ...['--environment', 'production', '--approved', '--services', 'sso_login'],
  )
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(ask(issued).url)
  await page.waitForSelector('input[name=identifier]')
  await context.close()
})
