import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { post } from '../client/call.ts'
import { kycRequest } from '../client/kyc.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'
import { addAuthenticator, foundOrganization, givePassword, makeApplication, register } from './entrance.ts'
import type { Site } from './person.ts'

const dataDir = startedDataDir()
const person = { email: 'amina@example.cd', password: 'kalamu-ya-buluu-57', name: 'Amina Kabeya' }

let installation: Installation
let browser: Browser
let page: Page
let consoleUrl: string
let site: Site
const problems: string[] = []
const sent: string[] = []

beforeAll(async () => {
  installation = await startInstallation(dataDir)
  consoleUrl = /^Console +(\S+)$/m.exec(installation.output())?.[1] ?? ''
  site = { url: consoleUrl, dataDir }
  browser = await launchChromium()
  page = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(consoleUrl)) problems.push(`asked ${request.url()}`)
    sent.push(request.postData() ?? '')
  })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await removeInstallation(dataDir, installation)
})

test('a person registers, adds a second factor, registers an organization, makes an application, and its keys make a call', {
  retry: 0,
}, async () => {
  await register(page, site, person)
  await givePassword(page, person)
  await page.waitForSelector('.empty')
  const recoveryCode = await addAuthenticator(page, site)
  await foundOrganization(page, site, 'CD/KNG/RCCM/00-B-00001')
  const [api_key = '', secret_key = '', payload_encryption_key = ''] = await makeApplication(page)
  await page.click('main a:has-text("ouvrir l’application")')
  await page.waitForSelector('.environment[data-environment=sandbox]')

  const { base_url } = installation.demo.sandbox
  const answer = await post<{ status?: string }>(
    { base_url, application_id: '', api_key, secret_key, payload_encryption_key },
    '/v1/kyc/validations',
    kycRequest('0001'),
  )
  expect([answer.status, answer.encrypted]).toEqual([200, true])

  await page.click('nav a:has-text("Clés et certificats")')
  await page.click('button:has-text("Créer une clé et un certificat")')
  await page.waitForSelector('.copied:has-text("PRIVATE KEY")')
  const [privateKey = '', certificate = ''] = await page.locator('.copied pre').allTextContents()
  expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))).toBe(true)
  expect(sent.some((body) => body.includes('CERTIFICATE REQUEST'))).toBe(true)
  expect(sent.some((body) => /PRIVATE KEY|sk_test_|pek_test_/.test(body))).toBe(false)

  await page.click('.account')
  await page.click('[role=menuitem]:has-text("Se déconnecter")')
  await givePassword(page, person)
  await page.fill('input[name=code]', recoveryCode)
  await page.click('form button[type=submit]')
  await page.waitForSelector('.records:has-text("Banque du Fleuve")')
  expect(problems).toEqual([])
})
