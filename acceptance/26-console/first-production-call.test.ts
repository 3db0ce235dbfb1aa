import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { kycRequest, until } from '../client/kyc.ts'
import { moveToCell } from '../installation/move-to-cell.ts'
import { nani } from '../installation/nani-command.ts'
import { type ConsolePage, openConsole } from './console-page.ts'
import { addAuthenticator, foundOrganization, givePassword, makeApplication, register } from './entrance.ts'
import { sharedSite } from './site.ts'
import { openEndpoint } from './webhook-endpoint.ts'

const site = sharedSite()
const demo = inject('demo')
const person = {
  ...{ email: `first-call-${process.pid}@example.cd`, password: 'kalamu-ya-buluu-57', name: 'Amina Kabeya' },
}

let browser: Browser
let opened: ConsolePage
let page: Page
beforeAll(async () => {
  browser = await launchChromium()
  opened = await openConsole(browser, site, null)
  page = opened.page
})
afterAll(() => browser?.close())

const keysOf = (texts: string[], base_url: string): Credentials => {
  const [api_key = '', secret_key = '', payload_encryption_key = ''] = texts
  return { base_url, application_id: '', api_key, secret_key, payload_encryption_key }
}

/** Sends the call of the page "Try it" with the keys of the sandbox. */
const tryIt = async ({ secret_key, payload_encryption_key }: Credentials) => {
  await page.click('nav a[href$="/try"]')
  await page.fill('input[placeholder^=sk_]', secret_key)
  await page.fill('input[placeholder^=pek_]', payload_encryption_key)
  await page.selectOption('main select', { label: 'POST /v1/kyc/validations' })
  await page.click('main .form > div:last-child button')
  await page.waitForSelector('.copied:has-text("kyc_validation")')
}

/** Sets the endpoint, and starts a run. Returns the checks by their result. */
const passConformance = async (url: string): Promise<string[]> => {
  await page.click('nav a[href$="/webhook"]')
  await page.fill('input[name=url]', url)
  await page.click('form button[type=submit]')
  await page.waitForSelector('.facts')
  await page.click('nav a[href$="/conformance"]')
  await page.locator('main button:has-text("Lancer les tests")').first().click()
  await page.waitForSelector('.records')
  return page.locator('.records tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('td')]
        .slice(0, 2)
        .map((cell) => cell.textContent)
        .join(': '),
    ),
  )
}

const submitReview = async (): Promise<string> => {
  await page.click('nav a[href$="/reviews"]')
  await page.locator('main button:has-text("Commencer un dossier")').first().click()
  await page.waitForSelector('textarea[name=legal_basis]')
  for (const field of await page.locator('form textarea[name]:not([name=text])').all())
    await field.fill('Ouverture de comptes selon la loi.')
  await page.click('form:has(textarea[name=legal_basis]) button[type=submit]')
  for (const kind of ['privacy_policy', 'terms_of_service']) {
    await page.selectOption('select[name=kind]', kind)
    await page.setInputFiles('input[name=file]', {
      ...{ name: `${kind}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    })
    await page.click('form:has(input[name=file]) button[type=submit]')
    await page.waitForSelector(`.records:has-text("${kind}.pdf")`)
  }
  await page.click('.page-head button:has-text("Soumettre"):enabled')
  await page.click('[role=dialog] button:has-text("Soumettre")')
  await page.waitForSelector('.page-head:has-text("Soumise")')
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** A key and a certificate of production, which the browser made. */
const makeCertificate = async (): Promise<Partial<Credentials>> => {
  await page.click('nav a[href$="/keys"]')
  await page.click('button:has-text("Créer une clé et un certificat")')
  await page.waitForSelector('.copied:has-text("PRIVATE KEY")')
  const [key = '', certificate = '', ca = ''] = await page.locator('.copied pre').allTextContents()
  const folder = mkdtempSync(join(site.dataDir, 'first-call-'))
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return {
    private_key_file: written('key.pem', key),
    certificate_file: written('certificate.pem', certificate),
    ca_file: written('ca.pem', ca),
  }
}

test('from the registration to the first call of production, as docs/first-production-call.md describes it', async () => {
  await register(page, site, person)
  await givePassword(page, person)
  await page.waitForSelector('.empty')
  await addAuthenticator(page, site)
  await foundOrganization(page, site, `CD/KNG/RCCM/25-B-${String(process.pid % 100_000).padStart(5, '0')}`)
  const organizationId = new URL(page.url()).pathname.split('/')[2] ?? ''
  await nani(site.dataDir, 'organizations', 'verify', organizationId, '--as', 'reviewer')

  const shown = await makeApplication(page)
  await moveToCell(site.dataDir, organizationId)
  const sandbox = keysOf(shown.slice(0, 3), demo.sandbox.base_url)
  const production = keysOf(shown.slice(3, 6), demo.production.base_url)
  await page.click('main a:has-text("ouvrir l’application")')
  await page.waitForSelector('.environment[data-environment=sandbox]')

  await tryIt(sandbox)
  const idempotencyKey = randomUUID()
  for (const _ of [1, 2])
    expect((await post(sandbox, '/v1/kyc/validations', kycRequest('0001'), { idempotencyKey })).status).toBe(
      200,
    )

  const endpoint = await openEndpoint(sandbox.payload_encryption_key)
  const checks = await passConformance(endpoint.url).finally(endpoint.close)
  expect(checks.filter((check) => check.endsWith('Réussi')).length).toBeGreaterThanOrEqual(9)
  expect(checks.filter((check) => check.endsWith('Échoué'))).toEqual([])

  await page.click('nav a:has-text("Réglages")')
  await page.click('main a:has-text("Aller à : Production")')
  await page.waitForSelector('.environment[data-environment=production]')
  const certificate = await makeCertificate()
  const call = () =>
    post<{ error?: string; result?: string }>({ ...production, ...certificate }, '/v1/kyc/validations', {
      ...{ identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' }, purpose: 'customer_onboarding' },
    })
  expect(await call()).toMatchObject({ status: 403, json: { error: 'production_access_required' } })

  const review = await submitReview()
  await nani(site.dataDir, 'reviews', 'decide', review, 'approve', '--as', 'reviewer')
  const answer = await until(call, ({ status }) => status !== 403, { timeoutMs: 20_000 })
  expect([answer.status, answer.encrypted]).toEqual([200, true])

  await page.reload()
  await page.waitForSelector('.page-head:has-text("Approuvée")')
  expect(opened.sent.filter(({ body }) => /PRIVATE KEY|sk_(test|live)_|pek_(test|live)_/.test(body))).toEqual(
    [],
  )
  expect(opened.problems).toEqual([])
})
