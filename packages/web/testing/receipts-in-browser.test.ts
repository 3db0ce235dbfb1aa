import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../testing/machine/launch-chromium.ts'
import { receiptIssuer, receiptResult } from '../../sdk/src/testing/issue-receipt.ts'

/* The part of the SDK for browsers, in one file, on the page of a site. It verifies with the Web Crypto of the browser. */

const site = 'https://regulator.example'
const bundle = async (): Promise<string> => {
  const entry = join(import.meta.dirname, '../../sdk/src/web.ts')
  const built = await build({
    ...{ configFile: false, logLevel: 'silent' },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'sdk' } },
  })
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput]
  return output[0].code
}

const { issue, keys } = receiptIssuer()
let browser: Browser
let page: Page
beforeAll(async () => {
  const script = await bundle()
  browser = await launchChromium()
  page = await browser.newPage()
  await page.route(`${site}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Receipts</title>' }),
  )
  await page.goto(site)
})
afterAll(() => browser?.close())

/** Evaluates an expression in the page, with the functions of the SDK. */
const inBrowser = (expression: string, values: Record<string, unknown>): Promise<unknown> =>
  page.evaluate(`import('${site}/sdk.js').then(async ({ verifyReceipt, showClaims }) => {
    const { ${Object.keys(values).join(', ')} } = ${JSON.stringify(values)}
    return ${expression}
  })`)

test('a browser verifies a whole receipt, and one that shows a part', async () => {
  const receipt = await issue()

  expect(await inBrowser('(await verifyReceipt(receipt, keys)).result', { receipt, keys })).toEqual(
    receiptResult,
  )
  const shown = await inBrowser(
    `(await verifyReceipt(await showClaims(receipt, ['result', 'created_at']), keys)).fields`,
    { receipt, keys },
  )
  expect(shown).toEqual({ result: 'verified', created_at: receiptResult.created_at })
})

test('a browser refuses a receipt of another key, and a changed one', async () => {
  const refusal = 'await verifyReceipt(receipt, keys).then(() => null, ({ code }) => code)'
  const of = await receiptIssuer().issue()
  const changed = (await issue()).replace('~', 'A~')

  expect(await inBrowser(refusal, { receipt: of, keys })).toBe('receipt_invalid')
  expect(await inBrowser(refusal, { receipt: changed, keys })).toBe('receipt_invalid')
})
