import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityRules, axeFaults, colourRules } from '../../../../testing/machine/axe-faults.ts'
import type { StaffPages } from './build-pages.ts'
import { openStaffPage, openStaffScene } from './open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from './staff-browser.ts'
import type { StaffScene } from './staff-scene.ts'

const rules = { light: accessibilityRules, dark: colourRules } as const
type Scheme = keyof typeof rules

type Schemes = readonly [Scheme, ...Scheme[]]
type Language = 'fr' | 'en'
type Shown = {
  scenes: readonly StaffScene[]
  width: number
  /** The language of each theme. Absent: French for all. */
  languages?: Record<Scheme, Language>
}

/**
 * Opens every page in every state at one width, and shows it in the first of the themes, then in the others. Returns the
 * faults by theme and scene, and what the browser reported.
 */
export const faultsOfScenes = async (
  schemes: Schemes,
  { pages, ...shown }: Shown & { pages: StaffPages },
) => {
  const app = await openStaffBrowser(pages)
  try {
    return await faultsIn(app, schemes, shown)
  } finally {
    await app.close()
  }
}

/** The same in a browser that is open. */
export const faultsIn = async (
  app: StaffBrowser,
  schemes: Schemes,
  { scenes, width: given, languages }: Shown,
) => {
  const [first] = schemes
  const { page, problems, context } = await openStaffPage(app, {
    ...{ colorScheme: first, viewport: { width: given, height: 740 } },
  })
  const chooseLanguage = await openOtherTab(app, context)
  const faults: Partial<Record<Scheme, Record<string, string[]>>> = {}
  let seen = 0
  for (const one of scenes) {
    await page.emulateMedia({ colorScheme: first })
    if (languages) await chooseLanguage(languages[first])
    await openStaffScene(page, app, one)
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme })
      // The pages follow the theme by script.
      await page.waitForSelector(`html[data-mantine-color-scheme=${scheme}]`)
      if (languages) {
        await chooseLanguage(languages[scheme])
        await page.waitForSelector(`html[lang=${languages[scheme]}]`)
        await page.waitForSelector(one.shows ?? 'h1')
      }
      const found = await faultsNow(page, scheme, given)
      if (found.length > 0) faults[scheme] = { ...faults[scheme], [one.name]: found }
    }
    seen++
  }
  await context.close()
  return { faults, problems, seen }
}

const faultsNow = async (page: Page, scheme: Scheme, given: number): Promise<string[]> => {
  const found = await axeFaults(page, rules[scheme])
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  if (width > given) found.push(`${width} pixels wide`)
  if ((await page.locator('img[src=x]').count()) > 0) found.push('a text of a stranger is an element')
  return found
}

/** Chooses the language in another tab: to load each scene in each language takes most of the time. */
const openOtherTab = async ({ server }: StaffBrowser, context: BrowserContext) => {
  const tab = await context.newPage()
  await tab.goto(`${server.origin}/icon.svg`)
  return (language: Language): Promise<unknown> =>
    tab.evaluate(`localStorage.setItem('nani-console-language', '${language}')`)
}
