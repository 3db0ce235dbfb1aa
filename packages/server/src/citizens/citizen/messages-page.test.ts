import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../../testing/machine/launch-chromium.ts'
import { addMessagesPage } from './messages-page.ts'

const link = `http://localhost:4030/revoke#${'x'.repeat(43)}`
const app = Fastify()
addMessagesPage(app, async () => [
  { to: '+243810000001', text: `<b>Nani</b>: a new device. Remove it: ${link}`, at: new Date(0) },
])
let browser: Browser
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchChromium()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await app.close()
})

test('the page of demo messages fits a screen of 360 px, also with a long link, and escapes what it shows', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/messages`)
  expect(await page.textContent('li')).toContain(`<b>Nani</b>: a new device. Remove it: ${link}`)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  await page.close()
})
