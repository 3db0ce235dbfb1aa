import type { Browser } from 'playwright-core'
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
    const paths = new Set<string>()
    for (const [start, last] of [
      [sandbox, `${sandbox}/try`],
      [production, `${production}/use`],
    ] as const) {
      await page.goto(site.url + start)
      await page.waitForSelector(`nav a[href="${last}"]`, { state: 'attached' })
      for (const link of await page.locator('nav a').all()) paths.add((await link.getAttribute('href')) ?? '')
    }
    const faults: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(site.url + path)
      await page.waitForSelector('h1')
      await page.waitForSelector('main .mantine-Skeleton-root', { state: 'detached' })
      const found = await page.locator('main [role=alert]').allTextContents()
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (width > 360) found.push(`${width} pixels wide`)
      if (found.length > 0) faults[path] = found
    }
    const names = [...paths].map((path) => path.split('/').at(-1) ?? '')
    expect(faults).toEqual({})
    expect(problems).toEqual([])
    expect(someOnly.filter((name) => names.includes(name)).toSorted()).toEqual(pagesOf[role].toSorted())
    expect(everyonesPages.filter((name) => !names.includes(name))).toEqual([])
    await close()
  },
)
