import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { type ConsolePage, openConsole } from './console-page.ts'
import { type Person, registerPerson } from './person.ts'
import { sharedSite } from './site.ts'

const site = sharedSite()
let browser: Browser
let person: Person
let opened: ConsolePage
beforeAll(async () => {
  browser = await launchChromium()
  person = await registerPerson(site, 'Amina Kabeya', { withSecondFactor: false })
  opened = await openConsole(browser, site, person)
  const debug = await opened.page.context().newCDPSession(opened.page)
  await debug.send('WebAuthn.enable')
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
})
afterAll(() => browser?.close())

const signInAgain = async () => {
  const { page } = opened
  await page.click('.account')
  await page.click('[role=menuitem]:has-text("Se déconnecter")')
  await page.fill('input[name=email]', person.email)
  await page.fill('input[name=password]', person.password)
  await page.click('form button[type=submit]')
}

test('a passkey is the second factor of a sign-in, and of an act that needs a fresh one', async () => {
  const { page, problems } = opened
  await page.goto(`${site.url}/account`)
  await page.click('button:has-text("Ajouter une clé d’accès")')
  await page.fill('[role=dialog] input[name=name]', 'Ordinateur')
  await page.click('[role=dialog] button[type=submit]')
  await page.click('button:has-text("Je les ai gardés")')
  await page.waitForSelector('.facts:has-text("Ordinateur")')

  await signInAgain()
  await page.waitForSelector('input[name=code]')
  // The password alone is no session.
  expect((await page.context().request.get(`${site.url}/api/me`)).status()).toBe(401)
  await page.click('button:has-text("Utiliser une clé d’accès")')
  await page.waitForSelector('h1:has-text("Vos organisations")')
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'nani_console')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  })

  // The server asks for a factor once more before the codes of the account are replaced.
  let asked = 0
  await page.route('**/api/me/recovery-codes', (route) =>
    asked++ === 0
      ? route.fulfill({
          status: 403,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'second_factor_required', message: '', methods: ['passkey'] }),
        })
      : route.continue(),
  )
  await page.goto(`${site.url}/account`)
  await page.click('button:has-text("Nouveaux codes de secours")')
  await page.locator('[role=dialog] button:has-text("Nouveaux codes")').click()
  const stepUp = page.waitForResponse('**/api/session/step-up')
  await page.click('[role=dialog] button:has-text("Utiliser une clé d’accès")')
  expect((await stepUp).status()).toBe(200)
  await page.waitForSelector('[role=dialog]:has-text("Vos codes de secours")')
  expect(asked).toBe(2)
  expect(problems).toEqual([])
})
