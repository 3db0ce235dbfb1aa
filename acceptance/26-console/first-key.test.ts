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
import { oneTimeCode } from './one-time-code.ts'

const dataDir = startedDataDir()
const person = { email: 'amina@example.cd', password: 'kalamu-ya-buluu-57', name: 'Amina Kabeya' }

let installation: Installation
let browser: Browser
let page: Page
let consoleUrl: string
const problems: string[] = []
const sent: string[] = []

beforeAll(async () => {
  installation = await startInstallation(dataDir)
  consoleUrl = /^Console +(\S+)$/m.exec(installation.output())?.[1] ?? ''
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

type Mailbox = { data: { to: string; links: string[] }[] }
const newestLink = async (): Promise<string> => {
  const answer = await fetch(`${consoleUrl}/mailbox.json`)
  const { data } = (await answer.json()) as Mailbox
  return data.find(({ to }) => to === person.email)?.links[0] ?? ''
}

const register = async () => {
  await page.goto(`${consoleUrl}/registrations`)
  for (const [name, value] of Object.entries(person)) await page.fill(`input[name=${name}]`, value)
  await page.click('form button[type=submit]')
  await page.waitForSelector('[role=status]')
  await page.goto(await newestLink())
  await page.click('main button')
  await page.click('main a[href="/sign-in"]')
}

const givePassword = async () => {
  await page.fill('input[name=email]', person.email)
  await page.fill('input[name=password]', person.password)
  await page.click('form button[type=submit]')
}

/** Adds the authenticator, and returns a recovery code. */
const addAuthenticator = async (): Promise<string> => {
  await page.goto(`${consoleUrl}/account`)
  await page.click('button:has-text("Ajouter une application de codes")')
  const secret = (await page.textContent('[role=dialog] pre')) ?? ''
  await page.waitForSelector('[role=dialog] svg.qr')
  await page.fill('[role=dialog] input[name=code]', oneTimeCode(secret))
  await page.click('[role=dialog] button[type=submit]')
  const codes = (await page.textContent('[role=dialog]:has-text("secours") pre')) ?? ''
  await page.click('button:has-text("Je les ai gardés")')
  return codes.split('\n')[0] ?? ''
}

const foundOrganization = async () => {
  await page.goto(`${consoleUrl}/organizations/new`)
  await page.fill('input[name=name]', 'Banque du Fleuve')
  await page.fill('input[name=rccm]', 'CD/KNG/RCCM/00-B-00001')
  await page.click('form button[type=submit]')
  await page.waitForSelector('h1:has-text("Banque du Fleuve")')
}

/** The texts of the first key set that the page shows. */
const makeApplication = async (): Promise<string[]> => {
  await page.click('main a:has-text("Créer une application")')
  await page.waitForSelector('h1:has-text("Créer une application")')
  await page.fill('input[name=name]', 'Ouverture de compte')
  await page.click('form button[type=submit]')
  await page.waitForSelector('.copied')
  return page.locator('.section').first().locator('pre').allTextContents()
}

test('a person registers, adds a second factor, registers an organization, makes an application, and its keys make a call', {
  retry: 0,
}, async () => {
  await register()
  await givePassword()
  await page.waitForSelector('.empty')
  const recoveryCode = await addAuthenticator()
  await foundOrganization()
  const [api_key = '', secret_key = '', payload_encryption_key = ''] = await makeApplication()
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
  await givePassword()
  await page.fill('input[name=code]', recoveryCode)
  await page.click('form button[type=submit]')
  await page.waitForSelector('.records:has-text("Banque du Fleuve")')
  expect(problems).toEqual([])
})
