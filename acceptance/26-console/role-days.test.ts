import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { pressOn, typeInto } from '../27-desk/keyboard.ts'
import { type Bank, foundBank, type MemberRole } from './bank.ts'
import { openConsole } from './console-page.ts'
import { done, newestLink } from './person.ts'
import { sharedSite } from './site.ts'
import { openEndpoint } from './webhook-endpoint.ts'

const site = sharedSite()
let bank: Bank
let browser: Browser
beforeAll(async () => {
  bank = await foundBank(site)
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** A text of a stranger: HTML, a formula of a spreadsheet, and a mark that turns the direction. */
const hostile = '=1+1<img src=x onerror=alert(1)>\u202eevil'

/**
 * Does the work of a role in a browser, which must report no fault. Keys alone are used: the focus moves by Tab, and nothing is
 * clicked or focused by the test.
 */
const dayOf = async (role: 'owner' | MemberRole, path: string, work: (page: Page) => Promise<unknown>) => {
  const { page, problems, close } = await openConsole(browser, site, bank.people[role])
  await page.goto(`${site.url}/organizations/${bank.organizationId}${path}`)
  await page.waitForSelector('h1')
  await work(page)
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(problems).toEqual([])
  await close()
}
const owned = () => `/organizations/${bank.organizationId}`
const sandboxPath = () => `/applications/${bank.sandboxId}`

test('the day of an Administrator: a name with hostile text, and an invitation that reaches its address', async () => {
  const email = `invited-${process.pid}@example.cd`
  await dayOf('administrator', '/members', async (page) => {
    await pressOn(page, page.locator('.page-head button:has-text("Inviter")'))
    await typeInto(page, page.locator('[role=dialog] input[name=email]'), email)
    await pressOn(page, page.locator('[role=dialog] button[type=submit]'))
    await page.waitForSelector(`.records:has-text("${email}")`)
    await pressOn(page, page.locator('nav a:has-text("Vue d’ensemble")'))
    // A field that the focus reaches by Tab has its text selected, so that a new one replaces it.
    await typeInto(page, page.locator('input[name=name]'), hostile)
    await page.keyboard.press('Enter')
    await page.waitForSelector('form [role=status]:has-text("Enregistré")')
  })
  expect(await newestLink(site, email)).toContain('/invitations/accept?token=')
  expect(await done(bank.people.owner.call('GET', owned()))).toMatchObject({ name: hostile })
})

test('the day of an Owner: roles of a member change, and the acts show the change', async () => {
  await dayOf('owner', '/members', async (page) => {
    const row = page.locator('.records tr', { hasText: bank.people.financial_officer.email })
    await pressOn(page, row.locator('button:has-text("Rôles")'))
    await pressOn(page, page.locator('[role=dialog] input[type=checkbox]').nth(4), 'Space')
    await pressOn(page, page.locator('[role=dialog] button:has-text("Enregistrer")'))
    await row.locator('text=Responsable conformité').waitFor()
    await pressOn(page, page.locator('nav a:has-text("Actes")'))
    await page.waitForSelector('.records:has-text("members.change_roles")')
  })
})

test('the day of a Developer: an endpoint receives a test event, and its delivery is listed', async () => {
  const endpoint = await openEndpoint(bank.sandboxKeys.payload_encryption_key)
  await dayOf('developer', `${sandboxPath()}/webhook`, async (page) => {
    await typeInto(page, page.locator('input[name=url]'), endpoint.url)
    await page.keyboard.press('Enter')
    await pressOn(page, page.locator('button:has-text("Envoyer un événement d’essai")'))
    await page.waitForSelector('[role=status]:has-text("Livré")')
    await pressOn(page, page.locator('nav a[href$="/deliveries"]'))
    await page.waitForSelector('h1:has-text("Livraisons")')
  }).finally(endpoint.close)
})

test('the day of a Financial officer: an alert threshold and a request for a top-up', async () => {
  await dayOf('financial_officer', '/billing', async (page) => {
    const amounts = page.locator('main input[name=amount]')
    await typeInto(page, amounts.first(), '25')
    await pressOn(page, page.locator('form:has-text("Envoyer une alerte") button[type=submit]'))
    await page.waitForSelector('form [role=status]:has-text("Enregistré")')
    await typeInto(page, amounts.nth(1), '500')
    await pressOn(page, page.locator('button:has-text("Demander une recharge")'))
    await page.waitForSelector('.records:has-text("Soumise")')
  })
  const wallet = await done(bank.people.owner.call('GET', `${owned()}/wallet`))
  expect(wallet).toMatchObject({ alert_threshold: { value: 25 } })
})

test('the day of a Compliance officer: a dossier, and an export in which no text is a formula', async () => {
  const { owner } = bank.people
  const { version } = await done(owner.call<{ version: number }>('GET', owned()))
  await done(owner.call('PATCH', owned(), { name: hostile }, { 'If-Match': `"${version}"` }))
  await dayOf('compliance_officer', `/applications/${bank.productionId}/reviews`, async (page) => {
    await pressOn(page, page.locator('main button:has-text("Commencer un dossier")'))
    await typeInto(page, page.locator('textarea[name=legal_basis]'), hostile)
    await pressOn(page, page.locator('form:has(textarea[name=legal_basis]) button[type=submit]'))
    await page.waitForSelector('form [role=status]:has-text("Enregistré")')
    await pressOn(page, page.locator('nav a:has-text("Actes")'))
    const download = page.waitForEvent('download')
    await pressOn(page, page.locator('a:has-text("Exporter en CSV")'))
    const csv = readFileSync(await (await download).path(), 'utf8')
    expect(csv).toContain('reviews.begin')
    // A cell that begins with a sign of a formula would be computed by a spreadsheet.
    expect(csv.split(/[\r\n,]/).filter((cell) => /^"?[=+@]/.test(cell))).toEqual([])
  })
})
