import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { createSignInApplication } from '../23-sign-in/relying-party.ts'
import { naniJson } from '../installation/nani-command.ts'
import { openConsole } from './console-page.ts'
import { nextCode } from './one-time-code.ts'
import { registerPerson } from './person.ts'
import { sharedSite } from './site.ts'

const site = sharedSite()
const dataDir = inject('dataDir')
let browser: Browser
beforeAll(async () => {
  const { application_id: id } = await createSignInApplication(
    dataDir,
    ...['--redirect-uri', `${site.url}/identity`],
    // The application of the console is in home.
    ...['--organization', 'org_default'],
  )
  await naniJson(dataDir, 'applications', 'console-sign-in', '--application', id, '--as', 'supervisor')
  browser = await launchChromium()
}, 60_000)
afterAll(() => browser?.close())

/** The page of the sign-in service, on another origin. The sandbox approves for this person. */
const approve = async (page: Page) => {
  await page.waitForSelector('input[name=identifier]')
  expect(new URL(page.url()).origin).not.toBe(site.url)
  await page.fill('input[name=identifier]', 'COD-0000-0000-0008')
  await page.click('button[type=submit]')
  await page.waitForURL(`${site.url}/**`, { timeout: 20_000 })
}

test('a member links the national identity, signs in by it with the second factor, and removes it', async () => {
  const person = await registerPerson(site, 'Amina Kabeya')
  const { page, problems, close } = await openConsole(browser, site, person)
  await page.goto(`${site.url}/account`)
  await page.click('button:has-text("Lier mon identité")')
  await approve(page)
  await page.waitForSelector('[role=status]:has-text("Votre identité est liée")')
  // The code is neither in the address nor in the history.
  expect(new URL(page.url()).search).toBe('')
  await page.click('main a:has-text("Retour à mon compte")')
  await page.waitForSelector('button:has-text("Retirer le lien")')

  await page.click('.account')
  await page.click('[role=menuitem]:has-text("Se déconnecter")')
  await page.click('button:has-text("Se connecter avec l’identité nationale")')
  await approve(page)
  await page.waitForSelector('input[name=code]')
  expect((await page.context().request.get(`${site.url}/api/me`)).status()).toBe(401)
  await page.fill('input[name=code]', nextCode(person.secret))
  await page.click('button[type=submit]')
  await page.waitForSelector('h1:has-text("Vos organisations")')

  await page.goto(`${site.url}/account`)
  await page.click('button:has-text("Retirer le lien")')
  await page.locator('[role=dialog] button:has-text("Retirer le lien")').click()
  await page.waitForSelector('button:has-text("Lier mon identité")')
  expect(problems).toEqual([])
  await close()
})

test('an identity that no account has is sent back to the password, and a person who declines too', async () => {
  const { page, problems, close } = await openConsole(browser, site, null)
  await page.goto(`${site.url}/sign-in`)
  await page.click('button:has-text("Se connecter avec l’identité nationale")')
  await approve(page)
  await page.waitForSelector('[role=alert]:has-text("aucun compte n’a cette identité")')
  await page.click('main a:has-text("Retour à la connexion")')
  await page.click('button:has-text("Se connecter avec l’identité nationale")')
  await page.waitForSelector('input[name=identifier]')
  await page.click('button.other')
  await page.waitForSelector('[role=alert]:has-text("La connexion n’a pas abouti")')
  expect(problems).toEqual([])
  await close()
})
