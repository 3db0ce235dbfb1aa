import type { Page } from 'playwright-core'
import { oneTimeCode } from './one-time-code.ts'
import { newestLink, type Site } from './person.ts'

export type Entering = { email: string; password: string; name: string }

/** Registers through the pages, and confirms the address. */
export const register = async (page: Page, site: Site, person: Entering): Promise<void> => {
  await page.goto(`${site.url}/registrations`)
  for (const [name, value] of Object.entries(person)) await page.fill(`input[name=${name}]`, value)
  await page.click('form button[type=submit]')
  await page.waitForSelector('[role=status]')
  await page.goto(await newestLink(site, person.email))
  await page.click('main button')
  await page.click('main a[href="/sign-in"]')
}

export const givePassword = async (page: Page, person: Entering): Promise<void> => {
  await page.fill('input[name=email]', person.email)
  await page.fill('input[name=password]', person.password)
  await page.click('form button[type=submit]')
}

/** Adds the authenticator on the page of the account, and returns a recovery code. */
export const addAuthenticator = async (page: Page, site: Site): Promise<string> => {
  await page.goto(`${site.url}/account`)
  await page.click('button:has-text("Ajouter une application de codes")')
  const secret = (await page.textContent('[role=dialog] pre')) ?? ''
  await page.waitForSelector('[role=dialog] svg.qr')
  await page.fill('[role=dialog] input[name=code]', oneTimeCode(secret))
  await page.click('[role=dialog] button[type=submit]')
  const codes = (await page.textContent('[role=dialog]:has-text("secours") pre')) ?? ''
  await page.click('button:has-text("Je les ai gardés")')
  return codes.split('\n')[0] ?? ''
}

export const foundOrganization = async (page: Page, site: Site, rccm: string): Promise<void> => {
  await page.goto(`${site.url}/organizations/new`)
  await page.fill('input[name=name]', 'Banque du Fleuve')
  await page.fill('input[name=rccm]', rccm)
  await page.click('form button[type=submit]')
  await page.waitForSelector('h1:has-text("Banque du Fleuve")')
}

/** The key sets that the page shows once: those of the sandbox, then those of production. */
export const makeApplication = async (page: Page): Promise<string[]> => {
  await page.click('main a:has-text("Créer une application")')
  await page.waitForSelector('h1:has-text("Créer une application")')
  await page.fill('input[name=name]', 'Ouverture de compte')
  await page.click('form button[type=submit]')
  await page.waitForSelector('.copied')
  return page.locator('.copied pre').allTextContents()
}
