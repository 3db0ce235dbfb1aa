import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { issueCertificate } from '../installation/applications.ts'
import { nani } from '../installation/nani-command.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { openBrowser } from './browser.ts'
import { cameraFlags, openChromium } from './chromium.ts'
import { codeFor } from './citizen-device.ts'
import { ask, claimsIn, createSignInApplication, exchangeCode } from './relying-party.ts'

const dataDir = inject('dataDir')
const citizenUrl = inject('citizenUrl')
const svcId = 'COD-2300-0000-0002'
const phone = '+243890002302'
const applicationName = 'Boutique Mosaka'

let application: Credentials
let browser: Browser
let page: Page
const problems: string[] = []

/** A citizen of production whose enrolled portrait is the person in front of the camera, on another day. */
const importCitizen = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-citizen-app-'))
  const citizen = {
    ...{ svc_id: svcId, first_name: 'Béatrice', last_name: 'Ilunga', date_of_birth: '1990-07-08' },
    ...{
      gender: 'female',
      nationality: 'COD',
      certified: true,
      status: 'active',
      level_of_assurance: 'LOA3',
    },
    phone_numbers: [{ number: phone, operator: 'Vodacom', is_primary: true, verified: true }],
  }
  writeFileSync(join(folder, 'citizens.ndjson'), JSON.stringify(citizen))
  await nani(dataDir, 'register', 'import', join(folder, 'citizens.ndjson'), '--environment', 'production')
  const portrait = join(folder, `${svcId}.jpg`)
  copyFileSync(join(repositoryRoot, 'examples/faces/jean-pierre-enrolled.jpg'), portrait)
  await nani(dataDir, 'face', 'enrol', portrait, '--environment', 'production')
  rmSync(folder, { recursive: true })
}

const heading = (text: string) => page.waitForSelector(`h1:has-text("${text}")`)
const takePhoto = async () => {
  await page.waitForSelector('.face button:not([aria-disabled])')
  await page.click('.face button')
}

const maxWaitMs = 20_000
const pollMs = 200

/** Messages leave after the response, so that an unknown person gets it in the same time. */
const receivedCode = async (): Promise<string> => {
  const endsAt = Date.now() + maxWaitMs
  while (Date.now() < endsAt) {
    const code = await codeFor(citizenUrl, phone)
    if (code !== '' && !usedCodes.has(code)) {
      usedCodes.add(code)
      return code
    }
    await setTimeout(pollMs)
  }
  throw new Error('no code arrived')
}
const usedCodes = new Set<string>()

/** The first use of the app: identifier, code of the message, face, key. */
const enrol = async () => {
  await page.goto(citizenUrl)
  await page.click('button.main')
  await page.fill('#identifier', phone)
  await page.click('button[type=submit]')
  await page.waitForSelector('#code')
  await page.fill('#code', await receivedCode())
  await page.click('button[type=submit]')
  await takePhoto()
  await page.waitForSelector('#device-name')
  await page.click('button[type=submit]')
  await heading('Béatrice')
  await page.click('button.main')
  await heading('Bonjour Béatrice')
}

beforeAll(async () => {
  await importCitizen()
  const flags = ['--environment', 'production', '--approved', '--services', 'sso_login']
  const created = await createSignInApplication(dataDir, ...flags)
  application = { ...created, ...(await issueCertificate(dataDir, created.application_id)) }
  browser = await openChromium(
    await cameraFlags(join(repositoryRoot, 'examples/faces/jean-pierre-today.jpg'), dataDir),
  )
  const context = await browser.newContext({ locale: 'fr', viewport: { width: 360, height: 740 } })
  page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text())
  })
  await enrol()
}, 180_000)
afterAll(async () => {
  await browser?.close()
})

/** A page of the relying party that waits, and the app at its request. */
const openRequest = async () => {
  const asked = ask(application, { scope: 'openid profile svc:kyc.phone_numbers' })
  const shop = openBrowser(application)
  const waiting = await shop.submit(await shop.visit(asked.url), { identifier: phone })
  const number = /class="number"[^>]*>(\d{2})</.exec(waiting.text)?.[1] ?? ''
  await page.goto(`${citizenUrl}/#/`)
  await page.click(`.card:has-text("${applicationName}") a.button`)
  await heading(applicationName)
  return { asked, shop, waiting, number }
}

test('a citizen sees who asks for what, picks the number, shows the face, and the application gets the claims', async () => {
  const { asked, shop, waiting, number } = await openRequest()
  expect(await page.textContent('.scopes')).toContain('Vos numéros de téléphone')
  await page.click(`.numbers label:has-text("${number}")`)
  await page.click('.pair button:has-text("Continuer")')
  await takePhoto()
  await heading('Vous êtes connecté')
  const callback = await shop.waitForCallback(waiting)
  const { status, json } = await exchangeCode(application, {
    ...asked,
    code: callback.searchParams.get('code'),
  })
  expect(status).toBe(200)
  expect(claimsIn(json.id_token)).toMatchObject({ svc_id: svcId, 'svc:phone_numbers': [{ number: phone }] })
  expect(problems).toEqual([])
})

test('a citizen denies, and the application gets nothing', async () => {
  const { shop, waiting } = await openRequest()
  await page.click('.pair button:has-text("Refuser")')
  await heading('Vous avez refusé')
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
  await page.click('.card button.quiet')
  await page.click('dialog .danger')
  await heading('Votre identité')
  await page.reload()
  await heading('Votre identité')
  await enrol()
})
