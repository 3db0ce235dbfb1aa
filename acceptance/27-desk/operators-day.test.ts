import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { openConsole } from '../26-console/console-page.ts'
import { nextCode, oneTimeCode } from '../26-console/one-time-code.ts'
import { done, type Person, registerPerson } from '../26-console/person.ts'
import { sharedSite } from '../26-console/site.ts'
import { until } from '../client/kyc.ts'
import { naniJson } from '../installation/nani-command.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { openProduction, refused } from './production-calls.ts'
import { type Submitted, submitReview } from './submitted-review.ts'

const site = sharedSite()
const desk = { url: inject('deskUrl'), dataDir: site.dataDir }
const password = 'kalamu-ya-buluu-57'
const bankName = `Banque du Poste ${process.pid}`
const applicationName = `Crédit du Poste ${process.pid}`

type Reviewer = { email: string; name: string; enrolmentUrl: string; secret: string }

let browser: Browser
let owner: Person
let organizationId: string
beforeAll(async () => {
  browser = await launchChromium()
  owner = await registerPerson(site, 'Marie Ngalula')
  const rccm = `CD/KNG/RCCM/27-B-${String(process.pid % 100_000).padStart(5, '0')}`
  const founded = owner.call<{ id: string }>('POST', '/organizations', { name: bankName, rccm })
  organizationId = (await done(founded)).id
})
afterAll(() => browser?.close())

const invite = async (name: string, roles: string): Promise<Reviewer> => {
  const email = `${name.split(' ')[0]?.toLowerCase()}-${process.pid}@nani.cd`
  const args = ['operators', 'invite', email, '--name', name, '--roles', roles]
  const { enrolment_url } = await naniJson<{ enrolment_url: string }>(site.dataDir, ...args)
  // The command does not know the port that the system chose for the installation.
  const { pathname, hash } = new URL(enrolment_url)
  return { email, name, enrolmentUrl: `${desk.url}${pathname}${hash}`, secret: '' }
}

const press = (page: Page, name: string, within = 'body') =>
  pressOn(page, page.locator(within).getByRole('button', { name, exact: true }))
/** Types a text into a field of the page, and sends its form. */
const enter = async (page: Page, field: string, text: string) => {
  await typeInto(page, page.locator(field), text)
  await page.keyboard.press('Enter')
}
const onQueue = (page: Page) => page.waitForSelector('h1:has-text("File d’attente")')

/** The address of the invitation, a password, an authenticator and the recovery codes. */
const enrol = async (page: Page, reviewer: Reviewer): Promise<void> => {
  await page.goto(reviewer.enrolmentUrl)
  await enter(page, 'input[name=password]', password)
  await press(page, 'Ajouter une application de codes')
  reviewer.secret = (await page.textContent('[role=dialog] pre')) ?? ''
  await enter(page, '[role=dialog] input[name=code]', oneTimeCode(reviewer.secret))
  await press(page, 'Je les ai gardés', '[role=dialog]:has-text("secours")')
  await press(page, 'Ouvrir le poste')
  await onQueue(page)
}

const signOut = async (page: Page): Promise<void> => {
  await pressOn(page, page.locator('.account'))
  // The arrows move in a menu.
  const signingOut = page.locator('[role=menuitem]:has-text("Se déconnecter")')
  await pressOn(page, signingOut, 'Enter', 'ArrowDown')
  await page.waitForSelector('input[name=email]')
}

const signIn = async (page: Page, { email, secret }: Reviewer): Promise<void> => {
  await typeInto(page, page.locator('input[name=email]'), email)
  await enter(page, 'input[name=password]', password)
  await enter(page, 'input[name=code]', nextCode(secret))
  await onQueue(page)
}

const openFromQueue = async (page: Page, title: string): Promise<void> => {
  await page.keyboard.press('q')
  await onQueue(page)
  await pressOn(page, page.locator('.records').getByRole('link', { name: title }))
  await page.waitForSelector(`h1:has-text("${title}")`)
}

/** The application of production on the page of its organization. */
const openApplication = async (page: Page, { id }: Submitted) => {
  const application = page.locator(`details:has(code:text-is("${id}"))`)
  await pressOn(page, application.locator('summary'))
  await application.locator('textarea').first().waitFor()
  return application
}

test('reviewers approve, suspend and restore a service, and the calls of production follow, as docs/operators-day.md describes it', {
  timeout: 180_000,
}, async () => {
  const amina = await invite(`Amina Mbuyi ${process.pid}`, 'reviewer')
  const jonas = await invite(`Jonas Ilunga ${process.pid}`, 'reviewer,supervisor')
  await invite(`Grace Kalala ${process.pid}`, 'investigator')
  const { page, problems, sent, close } = await openConsole(browser, desk, null)
  page.setDefaultTimeout(15_000)
  await enrol(page, jonas)
  await signOut(page)
  await enrol(page, amina)

  await openFromQueue(page, bankName)
  await press(page, 'Vérifier')
  await press(page, 'Vérifier', '[role=dialog]')
  await page.waitForSelector('.page-head:has-text("Vérifiée")')

  const submitted = await submitReview(owner, organizationId, applicationName)
  const production = await openProduction(owner, submitted)
  expect(await production.call()).toMatchObject(refused)
  await openFromQueue(page, applicationName)
  await press(page, 'Prendre cet examen')
  await page.waitForSelector(`.facts:has-text("${amina.name}")`)
  await typeInto(page, page.getByLabel('Message à l’organisation'), 'Un brouillon de Mbuyi')
  await typeInto(page, page.getByLabel('Motif de la décision'), 'Le dossier est complet.')
  await press(page, 'Proposer')
  await page.waitForSelector('text=La proposition attend un autre réviseur.')
  expect(await page.getByRole('button', { name: 'Accepter et exécuter' }).count()).toBe(0)
  await signOut(page)

  await signIn(page, jonas)
  await openFromQueue(page, applicationName)
  await page.waitForSelector('.facts:has-text("Le dossier est complet.")')
  // The text of the first person is not shown to the second one.
  expect(await page.getByLabel('Message à l’organisation').inputValue()).toBe('')
  await typeInto(page, page.getByLabel('Votre motif pour accepter'), 'Je suis d’accord.')
  await press(page, 'Accepter et exécuter')
  await page.waitForSelector('.page-head:has-text("Approuvée")')

  expect(await done(owner.call('GET', submitted.path))).toMatchObject({ production_status: 'approved' })
  const isServed = () => until(production.call, ({ status }) => status !== 403, { timeoutMs: 20_000 })
  expect(await isServed()).toMatchObject({ status: 200, encrypted: true })

  await pressOn(page, page.getByRole('link', { name: bankName }))
  await page.waitForSelector(`h1:has-text("${bankName}")`)
  const suspended = await openApplication(page, submitted)
  await pressOn(page, suspended.getByLabel('Validation d’identité (KYC)'), 'Space')
  await typeInto(page, suspended.getByLabel('Motif de la suspension'), 'Une enquête.')
  await pressOn(page, suspended.getByRole('button', { name: 'Suspendre les services choisis' }))
  const restoration = suspended.getByLabel(/^Motif pour rendre/)
  await restoration.waitFor()
  expect(await until(production.call, ({ status }) => status === 403, { timeoutMs: 20_000 })).toMatchObject(
    refused,
  )
  // An endpoint of production has an address of the internet. The list of events has the same event.
  expect(await production.approvals()).toContainEqual(['aml_screening'])

  await typeInto(page, restoration, 'L’enquête est close.')
  await pressOn(page, suspended.getByRole('button', { name: /^Proposer de rendre/ }))
  await suspended.getByText('Une autre personne en décide.').waitFor()
  await signOut(page)
  await signIn(page, amina)
  await page.keyboard.press('p')
  const waiting = page.locator('section', { hasText: submitted.id })
  await typeInto(page, waiting.getByLabel('Votre motif pour accepter'), 'Je suis d’accord.')
  await pressOn(page, waiting.getByRole('button', { name: 'Accepter et exécuter' }))
  expect(await isServed()).toMatchObject({ status: 200, encrypted: true })
  expect(sent.filter(({ url }) => !url.startsWith(desk.url))).toEqual([])
  expect(problems).toEqual([])
  await close()
})
