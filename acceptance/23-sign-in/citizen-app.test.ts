import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import type { Credentials } from '../client/credentials.ts'
import { cameraFlags } from './camera.ts'
import { citizenIn, waitForCitizen } from './citizen-page.ts'
import { createProductionApplication, importCitizen, todayPhotograph } from './production-citizen.ts'
import { claimsIn, exchangeCode } from './relying-party.ts'

const dataDir = inject('dataDir')
const citizenUrl = inject('citizenUrl')
const citizen = {
  ...{ svcId: 'COD-2300-0000-0002', phone: '+243890002302' },
  ...{ firstName: 'Béatrice', lastName: 'Ilunga' },
}
const applicationName = 'Boutique Mosaka'

let application: Credentials
let browser: Browser
let page: Page
let app: ReturnType<typeof citizenIn>
const problems: string[] = []

beforeAll(async () => {
  await importCitizen(dataDir, citizen)
  application = await createProductionApplication(dataDir)
  browser = await launchChromium(await cameraFlags(todayPhotograph, mkdtempSync(join(dataDir, 'camera-'))))
  const context = await browser.newContext({ locale: 'fr', viewport: { width: 360, height: 740 } })
  page = await context.newPage()
  app = citizenIn(page, citizenUrl, citizen)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text())
  })
  await app.enrol()
}, 180_000)
afterAll(async () => {
  await browser?.close()
})

/** A page of the relying party that waits, and the app at its request. */
const openRequest = async () => {
  const signIn = await waitForCitizen(application, citizen)
  await app.openRequest(applicationName, signIn)
  return signIn
}

test('a citizen sees who asks for what, types the number, shows the face, and the application gets the claims', async () => {
  const signIn = await openRequest()
  const { asked, shop, waiting } = signIn
  expect(await page.textContent('.scopes')).toContain('Vos numéros de téléphone')
  await app.typeNumber(signIn)
  await app.takePhoto()
  await app.heading('Vous avez accepté')
  const callback = await shop.waitForCallback(waiting)
  const { status, json } = await exchangeCode(application, {
    ...asked,
    code: callback.searchParams.get('code'),
  })
  expect(status).toBe(200)
  expect(claimsIn(json.id_token)).toMatchObject({
    svc_id: citizen.svcId,
    'svc:phone_numbers': [{ number: citizen.phone }],
  })
  expect(problems).toEqual([])
})

test('a citizen denies, and the application gets nothing', async () => {
  const { shop, waiting } = await openRequest()
  await page.click('.pair button:has-text("Refuser")')
  await app.heading('Vous avez refusé')
  const callback = await shop.waitForCallback(waiting)
  expect(callback.searchParams.get('error')).toBe('access_denied')
  expect(callback.searchParams.get('code')).toBeNull()
})

test('a session that has ended is opened again by the key, and a removed device has to enrol again', async () => {
  const context = page.context()
  await context.clearCookies()
  await page.goto(`${citizenUrl}/#/devices`)
  await page.reload()
  await page.waitForSelector('.card:has-text("Cet appareil")')
  expect(await page.isVisible('.card button.quiet')).toBe(true)
  await page.click('.card button.quiet')
  await page.click('dialog .danger')
  await app.heading('Votre identité')
  await page.reload()
  await app.heading('Votre identité')
  await app.enrol()
})
