import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { register } from '../14-webhooks/endpoint.ts'
import { type Receiver, startReceiver } from '../14-webhooks/receiver.ts'
import { openConsole } from '../26-console/console-page.ts'
import { nextCode, oneTimeCode } from '../26-console/one-time-code.ts'
import { done, type Person, registerPerson } from '../26-console/person.ts'
import { sharedSite } from '../26-console/site.ts'
import { post } from '../client/call.ts'
import { singlePath, until } from '../client/kyc.ts'
import { issueCertificate } from '../installation/applications.ts'
import { naniJson } from '../installation/nani-command.ts'
import { type Submitted, submitReview } from './submitted-review.ts'

const site = sharedSite()
const desk = { url: inject('deskUrl'), dataDir: site.dataDir }
const service = 'kyc_validation'
const serviceText = 'Validation d’identité (KYC)'
const password = 'kalamu-ya-buluu-57'
const bankName = `Banque du Poste ${process.pid}`
const applicationName = `Crédit du Poste ${process.pid}`

type Reviewer = { email: string; name: string; enrolmentUrl: string; secret: string }

let browser: Browser
let owner: Person
let organizationId: string
let receiver: Receiver
beforeAll(async () => {
  browser = await launchChromium()
  receiver = await startReceiver()
  owner = await registerPerson(site, 'Marie Ngalula')
  const rccm = `CD/KNG/RCCM/27-B-${String(process.pid % 100_000).padStart(5, '0')}`
  const founded = owner.call<{ id: string }>('POST', '/organizations', { name: bankName, rccm })
  organizationId = (await done(founded)).id
})
afterAll(async () => {
  await browser?.close()
  await receiver?.close()
})

const invite = async (name: string, roles: string): Promise<Reviewer> => {
  const email = `${name.split(' ')[0]?.toLowerCase()}-${process.pid}@nani.cd`
  const args = ['operators', 'invite', email, '--name', name, '--roles', roles]
  const { enrolment_url } = await naniJson<{ enrolment_url: string }>(site.dataDir, ...args)
  // The command does not know the port that the system chose for the installation.
  const { pathname, hash } = new URL(enrolment_url)
  return { email, name, enrolmentUrl: `${desk.url}${pathname}${hash}`, secret: '' }
}

const press = (page: Page, name: string, within = 'body') =>
  page.locator(within).getByRole('button', { name, exact: true }).press('Enter')
const onQueue = (page: Page) => page.waitForSelector('h1:has-text("File d’attente")')

/** The address of the invitation, a password, an authenticator and the recovery codes. */
const enrol = async (page: Page, reviewer: Reviewer): Promise<void> => {
  await page.goto(reviewer.enrolmentUrl)
  await page.fill('input[name=password]', password)
  await page.press('input[name=password]', 'Enter')
  await press(page, 'Ajouter une application de codes')
  reviewer.secret = (await page.textContent('[role=dialog] pre')) ?? ''
  await page.fill('[role=dialog] input[name=code]', oneTimeCode(reviewer.secret))
  await page.press('[role=dialog] input[name=code]', 'Enter')
  await press(page, 'Je les ai gardés', '[role=dialog]:has-text("secours")')
  await press(page, 'Ouvrir le poste')
  await onQueue(page)
}

const signOut = async (page: Page): Promise<void> => {
  await page.press('.account', 'Enter')
  await page.press('[role=menuitem]:has-text("Se déconnecter")', 'Enter')
  await page.waitForSelector('input[name=email]')
}

const signIn = async (page: Page, { email, secret }: Reviewer): Promise<void> => {
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', password)
  await page.press('input[name=password]', 'Enter')
  await page.fill('input[name=code]', nextCode(secret))
  await page.press('input[name=code]', 'Enter')
  await onQueue(page)
}

/** The same call of production, under the keys and a certificate of the application. */
const openCall = async ({ id, keys }: Submitted) => {
  const { base_url } = inject('demo').production
  const credentials = { ...keys, base_url, application_id: id, ...(await issueCertificate(site.dataDir, id)) }
  const body = { identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' }, purpose: 'customer_onboarding' }
  const call = () => post<{ error?: string }>(credentials, singlePath, body)
  await register(site.dataDir, credentials, receiver.url)
  return {
    call,
    /** The change takes effect in every process within a second, and at the latest within a minute. */
    answers: (status: number) => until(call, (answer) => answer.status === status),
  }
}

/** Once the webhook has received, so many times, that these services are live and which ones were before. */
const arrived = (services: string[], before: string[], times = 1) =>
  until(
    async () => receiver.deliveries.map(({ event }) => event),
    (events) =>
      events.filter(
        ({ type, data: { object, previous_attributes } }) =>
          type === 'application.production_status_changed' &&
          String(object.approved_services) === String(services) &&
          String(previous_attributes?.approved_services) === String(before),
      ).length >= times,
  )

const openFromQueue = async (page: Page, title: string): Promise<void> => {
  await page.keyboard.press('q')
  await onQueue(page)
  await page.locator('.records').getByRole('link', { name: title }).first().press('Enter')
  await page.waitForSelector(`h1:has-text("${title}")`)
}

test('two reviewers enrol, verify an organization, approve its enhanced review, and suspend and restore a service, as docs/operators-day.md describes it', {
  timeout: 180_000,
}, async () => {
  const amina = await invite(`Amina Mbuyi ${process.pid}`, 'reviewer')
  const jonas = await invite(`Jonas Ilunga ${process.pid}`, 'reviewer')
  const { page, problems, sent, close } = await openConsole(browser, desk, null)
  page.setDefaultTimeout(15_000)
  await enrol(page, jonas)
  await signOut(page)
  await enrol(page, amina)

  await openFromQueue(page, bankName)
  await press(page, 'Vérifier')
  await press(page, 'Vérifier', '[role=dialog]')
  await page.waitForSelector('.page-head:has-text("Vérifiée")')

  const application = await submitReview(owner, organizationId, applicationName)
  const { call, answers } = await openCall(application)
  expect(await call()).toMatchObject({ status: 403, json: { error: 'production_access_required' } })
  await openFromQueue(page, applicationName)
  await press(page, 'Prendre cet examen')
  await page.waitForSelector(`.facts:has-text("${amina.name}")`)
  await page.getByLabel('Message à l’organisation').fill('Un brouillon de Mbuyi')
  await page.getByLabel('Motif de la décision').fill('Le dossier est complet.')
  await press(page, 'Proposer')
  await page.waitForSelector('text=La proposition attend un autre réviseur.')
  expect(await page.getByRole('button', { name: 'Accepter et exécuter' }).count()).toBe(0)
  await signOut(page)

  await signIn(page, jonas)
  await openFromQueue(page, applicationName)
  await page.waitForSelector('.facts:has-text("Le dossier est complet.")')
  // The text of the first person is not shown to the second one.
  expect(await page.getByLabel('Message à l’organisation').inputValue()).toBe('')
  await page.getByLabel('Votre motif pour accepter').fill('Je suis d’accord.')
  await press(page, 'Accepter et exécuter')
  await page.waitForSelector('.page-head:has-text("Approuvée")')

  expect(await done(owner.call('GET', application.path))).toMatchObject({ production_status: 'approved' })
  await answers(200)
  await arrived([service], [])

  await page.locator('.facts').getByRole('link', { name: bankName }).press('Enter')
  await page.waitForSelector(`h1:has-text("${bankName}")`)
  const shown = page.locator(`details:has-text("${application.id}")`)
  await shown.locator('summary').press('Enter')
  await shown.getByRole('checkbox', { name: serviceText }).press('Space')
  await shown.getByLabel('Motif de la suspension').fill('Une enquête.')
  await shown.getByRole('button', { name: 'Suspendre les services choisis' }).press('Enter')
  await shown.getByLabel(`Motif pour rendre ${serviceText}`).fill('L’enquête est finie.')
  expect((await answers(403)).json.error).toBe('production_access_required')
  await arrived([], [service])
  await shown.getByRole('button', { name: `Proposer de rendre ${serviceText}` }).press('Enter')
  await shown.locator('text=Proposé. Une autre personne en décide.').waitFor()
  await signOut(page)

  await signIn(page, amina)
  await page.keyboard.press('p')
  const proposal = page.locator(`.section:has-text("${application.id}")`)
  await proposal.getByLabel('Votre motif pour accepter').fill('Je suis d’accord.')
  await proposal.getByRole('button', { name: 'Accepter et exécuter' }).press('Enter')
  await proposal.waitFor({ state: 'detached' })
  await answers(200)
  await arrived([service], [], 2)
  expect(sent.filter(({ url }) => !url.startsWith(desk.url))).toEqual([])
  expect(problems).toEqual([])
  await close()
})
