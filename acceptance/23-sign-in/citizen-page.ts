import type { Page } from 'playwright-core'
import type { Credentials } from '../client/credentials.ts'
import { openBrowser, type SeenPage } from './browser.ts'
import { nextCodeFor } from './citizen-device.ts'
import type { ProductionCitizen } from './production-citizen.ts'
import { type Asked, ask } from './relying-party.ts'

/** A sign-in whose page waits: what was asked, the browser of the relying party, and the number of the page. */
export type WaitingSignIn = {
  asked: Asked
  shop: ReturnType<typeof openBrowser>
  waiting: SeenPage
  number: string
}

/** The page of a sign-in that waits for a citizen. */
export const waitForCitizen = async (
  application: Credentials,
  { phone }: Pick<ProductionCitizen, 'phone'>,
  scope = 'openid profile svc:kyc.phone_numbers',
): Promise<WaitingSignIn> => {
  const asked = ask(application, { scope })
  const shop = openBrowser(application)
  const waiting = await shop.submit(await shop.visit(asked.url), { identifier: phone })
  return { asked, shop, waiting, number: /class="number"[^>]*>(\d{2})</.exec(waiting.text)?.[1] ?? '' }
}

/** A citizen who uses the app in Chromium. */
export const citizenIn = (page: Page, citizenUrl: string, citizen: ProductionCitizen) => {
  const heading = (text: string) => page.waitForSelector(`h1:has-text("${text}")`)
  const takePhoto = async () => {
    await page.waitForSelector('.face button:not([aria-disabled])')
    await page.click('.face button')
  }
  const askForCode = async () => {
    await page.goto(citizenUrl)
    await page.click('button.main')
    await page.fill('#identifier', citizen.phone)
    await page.click('button[type=submit]')
    await page.waitForSelector('#code')
  }
  /** The rest of an enrolment: code of the message, face, key. */
  const finishEnrolment = async () => {
    await page.fill('#code', await nextCodeFor(citizenUrl, citizen.phone))
    await page.click('button[type=submit]')
    await takePhoto()
    await page.waitForSelector('#device-name')
    await page.click('button[type=submit]')
    await heading(citizen.firstName)
    await page.click('button.main')
    await heading(`Bonjour ${citizen.firstName}`)
  }
  /** The first use of the app. */
  const enrol = async () => {
    await askForCode()
    await finishEnrolment()
  }
  /** Opens the request of a page, by its card or, if it notified no one, by its number. */
  const openRequest = async (application: string, { number }: Pick<WaitingSignIn, 'number'>) => {
    await page.goto(`${citizenUrl}/#/`)
    const card = `.card:has-text("${application}") a.button`
    const found = await page.waitForSelector(`${card}, #quiet-number`)
    if ((await found.getAttribute('id')) === 'quiet-number') {
      await page.fill('#quiet-number', number)
      await page.click('form.card button')
    }
    await page.click(card)
    await heading(application)
  }
  /** Agrees, and types the number of the page, unless the request was found by it. */
  const typeNumber = async ({ number }: Pick<WaitingSignIn, 'number'>) => {
    await page.click('.pair button:has-text("Continuer")')
    const step = await page.waitForSelector('#shown-number, .face')
    if ((await step.getAttribute('id')) !== 'shown-number') return
    await page.fill('#shown-number', number)
    await page.click('button[type=submit]')
  }
  return { heading, takePhoto, askForCode, finishEnrolment, enrol, openRequest, typeNumber }
}
