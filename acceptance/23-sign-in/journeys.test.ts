import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { nani } from '../installation/nani-command.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { cameraFlags, showToCamera } from './camera.ts'
import { openDevice } from './citizen-device.ts'
import { citizenIn, type WaitingSignIn, waitForCitizen } from './citizen-page.ts'
import { createProductionApplication, importCitizen, todayPhotograph } from './production-citizen.ts'
import { claimsIn, exchangeCode } from './relying-party.ts'

const dataDir = inject('dataDir')
const citizenUrl = inject('citizenUrl')
const citizen = {
  ...{ svcId: 'COD-2300-0000-0003', phone: '+243890002303' },
  ...{ firstName: 'Espérance', lastName: 'Kalala' },
}
const applicationName = 'Boutique Mosaka'
const cameraFolder = mkdtempSync(join(dataDir, 'camera-'))
const portrait = (name: string) => join(repositoryRoot, `examples/faces/${name}.jpg`)

let application: Credentials
let browser: Browser
let context: BrowserContext
let page: Page
let app: ReturnType<typeof citizenIn>
const other = openDevice(citizenUrl)

beforeAll(async () => {
  await importCitizen(dataDir, citizen)
  application = await createProductionApplication(dataDir, 'sso_login,credit_scoring')
  const logo = ['--file', portrait('jean-pierre-today')]
  await nani(dataDir, 'applications', 'logo', application.application_id, ...logo)
  browser = await launchChromium(await cameraFlags(todayPhotograph, cameraFolder))
  context = await browser.newContext({ locale: 'fr', viewport: { width: 360, height: 740 } })
  page = await context.newPage()
  app = citizenIn(page, citizenUrl, citizen)
  // An enrolment that is loaded again goes on where it was, with the code of its message.
  await app.askForCode()
  await page.reload()
  await page.waitForSelector('#code')
  await app.finishEnrolment()
  const { keyed } = await other.enrol(citizen.phone, citizen.phone, 'jean-pierre-today')
  expect(keyed?.status).toBe(201)
}, 180_000)
afterAll(async () => {
  await browser?.close()
})
afterEach(async () => {
  await context.setOffline(false)
  await showToCamera(todayPhotograph, cameraFolder)
})

const openRequest = async (scope?: string) => {
  const signIn = await waitForCitizen(application, citizen, scope)
  await app.openRequest(applicationName, signIn)
  // Not waitForFunction: it calls eval in the page, which the policy of the app refuses.
  await expect
    .poll(() => page.evaluate("document.querySelector('.mark-of-application')?.naturalWidth"), {
      timeout: 30_000,
    })
    .toBe(64)
  return signIn
}

const approve = async (signIn: WaitingSignIn) => {
  await app.typeNumber(signIn)
  await app.takePhoto()
  await app.heading('Vous avez accepté')
}

const callbackOf = async ({ shop, waiting }: WaitingSignIn) =>
  (await shop.waitForCallback(waiting)).searchParams

const expectCode = async (signIn: WaitingSignIn) => {
  const parameters = await callbackOf(signIn)
  expect([parameters.get('error'), parameters.get('code')]).toEqual([
    null,
    expect.stringMatching(/^[\w-]{43}$/),
  ])
}

// Two of the requests of this citizen are refused. After a third one, requests notify no one for a minute.
test.each([
  ['the face of another person', 'beatrice-today'],
  ['a photo of a screen', 'photo-of-a-screen'],
])(
  '%s ends the request, and the application learns only that access is denied',
  async (_name, photograph) => {
    const signIn = await openRequest()
    await showToCamera(portrait(photograph), cameraFolder)
    await app.typeNumber(signIn)
    await app.takePhoto()
    await app.heading('Votre visage n’a pas été reconnu')
    const parameters = await callbackOf(signIn)
    expect(Object.fromEntries(parameters)).toMatchObject({
      error: 'access_denied',
      error_description: 'The sign-in was not approved.',
    })
    expect(parameters.has('code')).toBe(false)
  },
)

test('both devices of a citizen get a request, one decides, and the other sees that it was answered', async () => {
  const signIn = await openRequest()
  const [approval] = await other.find(Number(signIn.number))
  if (!approval) throw new Error('the second device sees no request')
  const { json } = await other.approve(approval, Number(signIn.number), 'jean-pierre-today')
  expect(json).toEqual({ status: 'approved' })
  await app.heading('La demande est terminée')
  expect(await page.textContent('.outcome + p')).toContain('une réponse a déjà été donnée')
  // Also a device that did not notice cannot answer any more.
  expect((await other.deny(approval)).json).toMatchObject({ error: 'approval_ended' })
  await expectCode(signIn)
})

test('a request that is open in two tabs is answered in one, and the other one says so', async () => {
  const signIn = await openRequest()
  const second = await context.newPage()
  await second.goto(page.url())
  await second.waitForSelector('.pair')
  await page.bringToFront()
  await approve(signIn)
  await second.bringToFront()
  await second.waitForSelector('h1:has-text("La demande est terminée")')
  await second.close()
  await page.bringToFront()
  await expectCode(signIn)
})

test('going back and loading again at every step of an approval loses nothing', async () => {
  const signIn = await openRequest()
  await page.reload()
  await app.heading(applicationName)
  await app.typeNumber(signIn)
  await page.waitForSelector('.face')
  await page.reload()
  await page.waitForSelector('.pair')
  await app.typeNumber(signIn)
  await page.waitForSelector('.face')
  await page.goBack()
  await app.heading(`Bonjour ${citizen.firstName}`)
  await page.goForward()
  await page.waitForSelector('.pair')
  await app.typeNumber(signIn)
  // The question has a way back as well. It leads to the home screen.
  await page.waitForSelector('.face')
  await page.click('.back')
  await page.waitForSelector('.pair')
  await approve(signIn)
  // The result is no request any more.
  await page.reload()
  await app.heading('La demande est terminée')
  await expectCode(signIn)
})

test('without a network an answer is not lost: the citizen sees why, and answers again', async () => {
  const signIn = await openRequest()
  await app.typeNumber(signIn)
  await page.waitForSelector('.face button:not([aria-disabled])')
  await context.setOffline(true)
  await page.click('.face button')
  await page.waitForSelector('.notice.problem:has-text("Il faut une connexion")')
  await context.setOffline(false)
  await app.takePhoto()
  await app.heading('Vous avez accepté')
  await expectCode(signIn)
})

test('a browser without script says that the app needs it', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const without = await plain.newPage()
  await without.goto(citizenUrl)
  expect(await without.textContent('noscript')).toContain('Nani a besoin de JavaScript')
  await plain.close()
})

type Scored = { score?: number; error?: string }
const scoreWith = (consentId: string) =>
  post<Scored>(application, '/v1/credit/scores', {
    identifier: { type: 'svc_id', value: citizen.svcId },
    consent: { method: 'svc_app', consent_id: consentId },
    ...{ purpose: 'credit_assessment', product: 'personal_loan' },
  })

test('a consent of a sign-in is withdrawn in the app, the next score is refused, and the access log shows both reads', async () => {
  const signIn = await openRequest('openid svc:credit.score')
  expect(await page.textContent('.scopes')).toContain('crédit')
  await approve(signIn)
  const code = (await callbackOf(signIn)).get('code')
  const { json } = await exchangeCode(application, { ...signIn.asked, code })
  const { consent_id } = claimsIn(json.id_token)['svc:credit.consent'] as { consent_id: string }
  expect((await scoreWith(consent_id)).status).toBe(200)

  await page.goto(`${citizenUrl}/#/consents`)
  await page.click('.card:has(.approved) .button.quiet')
  await page.click('dialog .danger')
  await page.waitForSelector('.notice.done:has-text("L’accord est retiré")')
  expect(await scoreWith(consent_id)).toMatchObject({ status: 403, json: { error: 'consent_required' } })

  await page.goto(`${citizenUrl}/#/accesses`)
  await page.waitForSelector('.card:has-text("Étudier une demande de crédit")')
  await page.waitForSelector('.card:has-text("Vous connecter à une application")')
  // The refused score read nothing.
  expect(await page.locator('p.quiet:has-text("· Score de crédit")').count()).toBe(1)

  // A dispute shows the entry that it is about.
  await page.click('.card:has-text("· Score de crédit") a[href^="#/dispute/"]')
  await page.waitForSelector('.facts:has-text("Étudier une demande de crédit")')
  expect(await page.textContent('.facts')).toContain('Score de crédit')
})
