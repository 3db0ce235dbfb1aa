import { createHash, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { path as screenings } from '../15-aml-screening/screening.ts'
import { designation, newName } from '../16-monitoring/monitored-installation.ts'
import { reportFraud } from '../20-fraud-reporting/desk.ts'
import { openConsole } from '../26-console/console-page.ts'
import { done } from '../26-console/person.ts'
import { post } from '../client/call.ts'
import { asynchronously, finishedBatch } from '../client/kyc.ts'
import type { Batch } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { chooseFile, goTo, pressOn, typeDay, typeInto } from './keyboard.ts'
import { enrolOperator, enrolTwo, type Operator } from './operator.ts'

/**
 * The day of each role in Chromium, with keys alone: the focus moves by Tab, and nothing is clicked or focused by the test. One browser,
 * and the shared installation. The day of reviewers and supervisors is in `operators-day.test.ts`.
 */

const desk = { url: inject('deskUrl'), dataDir: inject('dataDir') }
const reason = 'La pièce le montre.'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

const problems: string[] = []
const open = async (operator: Operator): Promise<Page> => {
  const opened = await openConsole(browser, desk, operator)
  opened.page.on('close', () => problems.push(...opened.problems))
  await opened.page.goto(desk.url)
  await opened.page.waitForSelector('h1')
  return opened.page
}
const leave = async (page: Page) => {
  await page.context().close()
  expect(problems).toEqual([])
}
const press = (page: Page, name: string, within = page.locator('main')) =>
  pressOn(page, within.getByRole('button', { name, exact: true }))
const type = (page: Page, label: string, text: string, within = page.locator('main')) =>
  typeInto(page, within.getByRole('textbox', { name: label, exact: true }), text)

test('investigators: a case goes from received to confirmed by two people', async () => {
  const [first, second] = await enrolTwo(desk, 'investigator')
  const person = { full_name: newName(), date_of_birth: '1979-05-06', nationality: 'AGO' }
  const { case_number: number } = await reportFraud(inject('demo').production, {
    ...{ type: 'document_forgery', subject: { ...person, role: 'suspect' } },
  })
  const openCase = async (operator: Operator) => {
    const page = await open(operator)
    await page.keyboard.press('s')
    await type(page, 'Id, numéro ou début d’un nom', number)
    await page.keyboard.press('Enter')
    await pressOn(page, page.getByRole('link', { name: number }))
    await page.waitForSelector(`h1:has-text("${number}")`)
    return page
  }
  const page = await openCase(first)
  await press(page, 'Commencer l’examen')
  await page.waitForSelector('.page-head:has-text("En examen")')
  expect(await page.locator(`text=${person.full_name}`).count()).toBe(0)
  await type(page, 'Pourquoi lisez-vous les données scellées ?', reason)
  await press(page, 'Ouvrir les données scellées')
  await page.waitForSelector(`text=${person.full_name}`)
  await type(page, 'Motif de la décision', 'Deux témoins.')
  await press(page, 'Proposer')
  await page.waitForSelector('text=Proposé : Confirmé')
  await press(page, 'Accepter la proposition')
  await page.waitForSelector('main form [role=alert]')
  await leave(page)

  const other = await openCase(second)
  await other.waitForSelector(`main:has-text("${first.name}"):has-text("Deux témoins.")`)
  await press(other, 'Accepter la proposition')
  await other.waitForSelector('.page-head:has-text("Confirmé")')
  await leave(other)
})

test('a list manager previews an import that would raise 300 alerts, and stops it', async () => {
  const manager = await enrolOperator(desk, 'list_manager')
  const application = await createApplication(desk.dataDir, { services: ['aml_screening'] })
  const listed = newName()
  const items = Array.from({ length: 300 }, (_, index) => ({
    ...{ reference: `r${index}`, subject: { full_name: listed }, monitoring: true },
  }))
  const body = { purpose: 'regulatory_compliance', scopes: [], items }
  const batch = await post<Batch>(application, `${screenings}/batches`, body, asynchronously)
  await finishedBatch(application, batch.json.id)

  const page = await open(manager)
  await goTo(page, 'Listes')
  await pressOn(page, page.locator('.records a[href="/lists/national"]'))
  const rows = ['reference,kind,name,birth_dates,nationalities,listed_on,ended_on', designation(listed), '']
  const name = `stopped-${randomInt(1e9)}.csv`
  await chooseFile(page, page.locator('input[type=file]'), {
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) },
  })
  await press(page, 'Prévisualiser l’import')
  const own = page.locator(`.records tr:has-text("${application.application_id}")`)
  await own.waitFor({ timeout: 60_000 })
  expect(await own.textContent()).toMatch(/300$/)
  // The list names its new entry. No subject is named.
  await page.locator(`.records tr:has-text("${listed}")`).waitFor()
  expect(await page.locator('.records', { hasText: application.application_id }).textContent()).not.toContain(
    listed,
  )
  await press(page, 'Arrêter : ne rien importer')
  await page.waitForSelector('text=Rien n’a été importé')
  const { data } = await done(manager.call<{ data: { source: string }[] }>('GET', '/lists/national/versions'))
  // Other tests import this list meanwhile. The source of a version is the name of its file.
  expect(data.map(({ source }) => source)).not.toContain(name)
  await leave(page)
})

test('enrolment officers: the birth date of a citizen is corrected by two people', async () => {
  const [first, second] = await enrolTwo(desk, 'enrolment_officer')
  const svcId = `COD-7027-${String(process.pid % 10_000).padStart(4, '0')}-${randomInt(1_000, 9_999)}`
  await done(
    first.call('POST', '/citizens', {
      ...{ svc_id: svcId, certified: true, level_of_assurance: 'LOA3', gender: 'female' },
      ...{ first_name: 'Odette', last_name: 'Kalenga', date_of_birth: '1990-04-03' },
    }),
  )
  const page = await open(first)
  await goTo(page, 'Enrôlement')
  await typeInto(page, page.locator('input[name=svc_id]'), svcId)
  await page.keyboard.press('Enter')
  await pressOn(page, page.locator('summary:has-text("Corriger une valeur")'))
  await typeDay(page, page.locator('input[name=date_of_birth]'), '1990-03-04')
  await press(page, 'Comparer avec le registre')
  await type(page, 'Motif de la correction', reason)
  await press(page, 'Proposer la correction')
  await page.waitForSelector('text=Proposé. Une autre personne en décide.')
  await leave(page)

  const other = await open(second)
  // All that waits for an enrolment officer is proposals. The next item is the page where they are decided.
  await other.keyboard.press('n')
  await other.waitForURL(`${desk.url}/proposals`)
  const proposal = other.locator(`.section:has-text("${first.name}")`)
  await press(other, 'Lire la correction', proposal)
  await proposal.locator('tr:has-text("1990-04-03"):has-text("1990-03-04")').waitFor()
  await type(other, 'Votre motif pour accepter', reason, proposal)
  await press(other, 'Accepter et exécuter', proposal)
  await proposal.waitFor({ state: 'detached' })
  const { citizen } = await done(
    second.call<{ citizen: { date_of_birth: string } }>('GET', `/citizens/${svcId}`),
  )
  expect(citizen.date_of_birth).toBe('1990-03-04')
  await leave(other)
})

test('billing officers: an invoice is voided by two people', async () => {
  const [first, second] = await enrolTwo(desk, 'billing_officer')
  type Listed = { data: { organization_id: string }[] }
  const { data } = await done(first.call<Listed>('GET', '/billing/organizations'))
  const path = `/billing/organizations/${data[0]?.organization_id}`
  const { id } = await done(first.call<{ id: string }>('POST', `${path}/top-ups`, { amount: 12.5 }))
  const topUp = await done(first.call<{ invoice_id: string }>('POST', `${path}/top-ups/${id}/approve`))
  type Shown = { invoice: { number: string; status: string } }
  const invoiceOf = async () =>
    (await done(second.call<Shown>('GET', `${path}/invoices/${topUp.invoice_id}`))).invoice
  const { number } = await invoiceOf()
  const page = await open(first)
  await goTo(page, 'Facturation')
  await pressOn(page, page.locator(`a[href="${path}"]`))
  const act = page.locator(`tr:has-text("${number}")`)
  await pressOn(page, act.locator(`summary:has-text("Annuler ${number}")`))
  await type(page, 'Motif', reason, act)
  await press(page, `Annuler ${number}`, act)
  await act.locator('text=Une autre personne accepte les mêmes valeurs').waitFor()
  expect((await invoiceOf()).status).toBe('issued')
  await leave(page)

  const other = await open(second)
  await goTo(other, 'Facturation')
  const proposal = other.locator(`.messages > li:has-text("${topUp.invoice_id}")`)
  await press(other, 'Accepter et exécuter', proposal)
  await proposal.waitFor({ state: 'detached' })
  await leave(other)
  expect((await invoiceOf()).status).toBe('voided')
})

/**
 * What a page offers to an auditor: choices of what is shown, and readings. The page of an organization shows each application closed; its
 * heading is a button that ends with the environment.
 */
const isReading = (name: string) =>
  readings.has(name.replace(/ \([\d\s]+\)$/, '')) || /· (?:Production|Bac à sable)$/.test(name)
const readings = new Set<string>([
  ...['Tout', 'Pour moi', 'Pour une seconde personne', 'En retard', 'Élément suivant'],
  ...['Filtrer', 'Effacer', 'Afficher la suite', 'Montrer l’effet', 'Ouvrir le citoyen'],
  ...['Avant et après', 'Montrer ce qui est dû maintenant', 'CSV', 'NDJSON'],
])

test('an auditor opens each page without an act, searches the log of acts, and exports it', async () => {
  const auditor = await enrolOperator(desk, 'auditor')
  await reportFraud(inject('demo').production, {
    type: 'document_forgery',
    subject: { full_name: newName(), role: 'suspect' },
  })
  const page = await open(auditor)
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`)
  })
  /** The heading of a new page takes the focus. */
  const arrive = async (isThere: (path: string) => boolean) => {
    await page.waitForURL(({ pathname }) => isThere(pathname))
    await page.waitForSelector('h1:focus')
  }
  const acts: string[] = []
  const look = async () => {
    await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    for (const name of await page.locator('main :is(button, summary, input[type=submit])').allTextContents())
      if (!isReading(name)) acts.push(`${new URL(page.url()).pathname} ${name}`)
  }
  const areas = await page
    .locator('nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(areas).toContain('/audit')
  const objects: string[] = []
  await look()
  for (const area of areas.filter((one) => one !== '/')) {
    await pressOn(page, page.locator(`nav a[href="${area}"]`))
    await arrive((path) => path === area)
    await look()
    const first = page.locator('main .records a')
    if ((await first.count()) === 0) continue
    await pressOn(page, first)
    await arrive((path) => path !== area)
    await look()
    objects.push(area)
  }
  expect(objects).toEqual(expect.arrayContaining(['/organizations', '/cases', '/lists', '/billing']))
  expect(acts).toEqual([])
  expect(changes).toEqual([])

  await goTo(page, 'Audit')
  await type(page, 'Personne', auditor.name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/actor=/)
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'CSV')])
  const content = await readFile(await download.path())
  expect(content.toString().split('\n')[1]).toContain(auditor.name)
  await page.waitForSelector(`text=${createHash('sha256').update(content).digest('hex')}`)
  await leave(page)
})
