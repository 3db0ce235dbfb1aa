import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/machine/launch-chromium.ts'
import { type Bank, foundBank, type MemberRole, memberRoles } from './bank.ts'
import { openConsole } from './console-page.ts'
import { sharedSite } from './site.ts'

const site = sharedSite()
let bank: Bank
let browser: Browser
beforeAll(async () => {
  bank = await foundBank(site)
  browser = await launchChromium()
})
afterAll(() => browser?.close())

const pagesOf: Record<'owner' | MemberRole, string[]> = {
  owner: ['billing', 'disputes', 'acts', 'deliveries', 'logs', 'compliance', 'reviews'],
  administrator: ['billing', 'acts', 'deliveries', 'logs', 'reviews'],
  developer: ['deliveries', 'logs'],
  financial_officer: ['billing'],
  compliance_officer: ['disputes', 'acts', 'logs', 'compliance', 'reviews'],
}
const someOnly = [...new Set(Object.values(pagesOf).flat())]
const everyonesPages = [
  'applications',
  'members',
  'subscriptions',
  'keys',
  'webhook',
  'use',
  'try',
  'conformance',
]

const waiting = { timeout: 10_000 }

/** Follows a link of the navigation, which small screens hide. The page is new when another `main` is there. */
const followLink = async (page: Page, path: string) => {
  await page.locator('main').evaluate((main) => main.setAttribute('data-left', ''), null, waiting)
  await page.locator(`nav a[href="${path}"]`).dispatchEvent('click', {}, waiting)
  await page.waitForSelector('main:not([data-left]) h1', waiting)
}

const faultsOf = async (page: Page): Promise<string[]> => {
  await page.waitForSelector('main h1')
  await page.waitForSelector('main .mantine-Skeleton-root', { state: 'detached' })
  const found = await page.locator('main [role=alert]').allTextContents()
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  return width > 360 ? [...found, `${width} pixels wide`] : found
}

/** Spec: organizations, table of roles. The page of a role shows no refusal, and fits 360 pixels. */
test.each(['owner', ...memberRoles] as const)(
  'every page in the navigation of a role opens: %s',
  async (role) => {
    const { page, problems, close } = await openConsole(browser, site, bank.people[role], {
      ...{ viewport: { width: 360, height: 740 }, colorScheme: role === 'developer' ? 'dark' : 'light' },
    })
    const o = `/organizations/${bank.organizationId}`
    const sandbox = `${o}/applications/${bank.sandboxId}`
    const production = `${o}/applications/${bank.productionId}`
    const faults: Record<string, string[]> = {}
    const paths = new Set<string>()
    for (const [start, last] of [
      [sandbox, `${sandbox}/try`],
      [production, `${production}/use`],
    ] as const) {
      await page.goto(site.url + start)
      await page.waitForSelector(`nav a[href="${last}"]`, { state: 'attached' })
      const links = await page.locator('nav a').all()
      const linked = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
      // A link to the open page opens nothing. The pages of the organization have no links of an application.
      const ofApplication = linked.filter((path) => path.startsWith(start))
      for (const path of new Set([start, ...ofApplication, ...linked])) {
        if (paths.has(path)) continue
        paths.add(path)
        if (path !== start) await followLink(page, path)
        const found = await faultsOf(page)
        if (found.length > 0) faults[path] = found
      }
    }
    const names = [...paths].map((path) => path.split('/').at(-1) ?? '')
    expect(faults).toEqual({})
    expect(problems).toEqual([])
    expect(someOnly.filter((name) => names.includes(name)).toSorted()).toEqual(pagesOf[role].toSorted())
    expect(everyonesPages.filter((name) => !names.includes(name))).toEqual([])
    await close()
  },
)
