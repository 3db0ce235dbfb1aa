import { randomInt } from 'node:crypto'
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
import { enrolOperator, enrolTwo, type Operator } from './operator.ts'

/** The day of each role in Chromium, with keys alone. One browser, and the shared installation. */

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
const press = (page: Page, name: string, within = 'main') =>
  page.locator(within).getByRole('button', { name, exact: true }).press('Enter')
const type = async (page: Page, label: string, text: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).focus()
  await page.keyboard.type(text)
}
/** A page by its name, as the palette of commands opens it. */
const goTo = async (page: Page, name: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
}

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
    await page.getByRole('link', { name: number }).first().press('Enter')
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
  await page.locator('.records a[href="/lists/national"]').press('Enter')
  const rows = ['reference,kind,name,birth_dates,nationalities,listed_on,ended_on', designation(listed), '']
  await page.setInputFiles('input[type=file]', {
    ...{ name: 'national.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) },
  })
  await press(page, 'Prévisualiser l’import')
  const own = page.locator(`.records tr:has-text("${application.application_id}")`)
  await own.waitFor({ timeout: 60_000 })
  expect(await own.textContent()).toMatch(/300$/)
  expect(await page.locator('main').textContent()).not.toContain(listed)
  await press(page, 'Arrêter : ne rien importer')
  await page.waitForSelector('text=Rien n’a été importé')
  const { data } = await done(
    manager.call<{ data: { version: string }[] }>('GET', '/lists/national/versions'),
  )
  expect(data).toEqual([])
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
  await page.locator('input[name=svc_id]').focus()
  await page.keyboard.type(svcId)
  await page.keyboard.press('Enter')
  await page.locator('summary:has-text("Corriger une valeur")').press('Enter')
  await page.fill('input[name=date_of_birth]', '1990-03-04')
  await press(page, 'Comparer avec le registre')
  await type(page, 'Motif de la correction', reason)
  await press(page, 'Proposer la correction')
  await page.waitForSelector('text=Proposé. Une autre personne en décide.')
  await leave(page)

  const other = await open(second)
  await other.keyboard.press('p')
  const proposal = other.locator(`.section:has-text("${first.name}")`)
  await proposal.getByRole('button', { name: 'Lire la correction' }).press('Enter')
  await proposal.locator('tr:has-text("1990-04-03"):has-text("1990-03-04")').waitFor()
  await proposal.getByLabel('Votre motif pour accepter').fill(reason)
  await proposal.getByRole('button', { name: 'Accepter et exécuter' }).press('Enter')
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
  await page.locator(`a[href="${path}"]`).first().press('Enter')
  const act = page.locator(`tr:has-text("${number}")`)
  await act.locator(`summary:has-text("Annuler ${number}")`).press('Enter')
  await act.getByLabel('Motif').first().fill(reason)
  await act.getByRole('button', { name: `Annuler ${number}` }).press('Enter')
  await act.locator('text=Une autre personne accepte les mêmes valeurs').waitFor()
  expect((await invoiceOf()).status).toBe('issued')
  await leave(page)

  const other = await open(second)
  await goTo(other, 'Facturation')
  const proposal = other.locator(`.messages > li:has-text("${topUp.invoice_id}")`)
  await proposal.getByRole('button', { name: 'Accepter et exécuter' }).press('Enter')
  await proposal.waitFor({ state: 'detached' })
  await leave(other)
  expect((await invoiceOf()).status).toBe('voided')
})
