import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { type Bank, foundBank } from './bank.ts'
import { openConsole } from './console-page.ts'
import { nextCode } from './one-time-code.ts'
import { done, type Person } from './person.ts'
import { sharedSite } from './site.ts'

const site = sharedSite()
let bank: Bank
let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
// A test ends a session, which another test would need.
beforeEach(async () => {
  bank = await foundBank(site, ['administrator'])
})
afterAll(() => browser?.close())

const settingsPath = () => `/organizations/${bank.organizationId}/applications/${bank.sandboxId}`
const openSettings = async (person: Person) => {
  const opened = await openConsole(browser, site, person)
  await opened.page.goto(site.url + settingsPath())
  await opened.page.waitForSelector('textarea[name=addresses]')
  return opened
}
const save = (page: Page) => page.click('form:has(textarea[name=addresses]) button[type=submit]')

test('two people edit the same application: the second sees the change of the first, and both changes stay', async () => {
  const first = await openSettings(bank.people.owner)
  const second = await openSettings(bank.people.administrator)
  await first.page.fill('textarea[name=addresses]', '203.0.113.7')
  await save(first.page)
  await first.page.waitForSelector('form [role=status]:has-text("Enregistré")')

  await second.page.fill('textarea[name=addresses]', '198.51.100.0/24')
  await second.page.fill('textarea[name=redirects]', 'https://shop.example.cd/callback')
  await save(second.page)
  await second.page.waitForSelector('form [role=alert]:has-text("203.0.113.7")')
  expect(await second.page.inputValue('textarea[name=addresses]')).toBe('198.51.100.0/24')
  await second.page.click('form [role=alert] button')
  await save(second.page)
  await second.page.waitForSelector('form [role=status]:has-text("Enregistré")')

  const stored = await done(bank.people.owner.call('GET', settingsPath()))
  expect(stored).toMatchObject({
    ip_allowlist: ['203.0.113.7', '198.51.100.0/24'],
    redirect_uris: ['https://shop.example.cd/callback'],
  })
  expect([...first.problems, ...second.problems]).toEqual([])
  await first.close()
  await second.close()
})

test('a session that ends in a form: the person signs in over the page, and the entries are stored', async () => {
  const { page, problems, close } = await openSettings(bank.people.administrator)
  await page.fill('textarea[name=addresses]', '192.0.2.1')
  const { call, email, password, secret } = bank.people.administrator
  await done(call('DELETE', '/session'))
  await save(page)
  await page.waitForSelector('[role=dialog] input[name=password]')
  expect(await page.inputValue('[role=dialog] input[name=email]')).toBe(email)
  await page.fill('[role=dialog] input[name=password]', password)
  await page.click('[role=dialog] button[type=submit]')
  await page.waitForSelector('[role=dialog] input[name=code]')
  await page.fill('[role=dialog] input[name=code]', nextCode(secret))
  await page.click('[role=dialog] button[type=submit]')
  await page.waitForSelector('form [role=status]:has-text("Enregistré")')
  const stored = await done(bank.people.owner.call('GET', settingsPath()))
  expect(stored).toMatchObject({ ip_allowlist: ['192.0.2.1'] })
  expect(problems).toEqual([])
  await close()
})
