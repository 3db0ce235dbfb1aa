import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityRules, axeFaults, measuringRules } from '../../../../testing/machine/axe-faults.ts'
import { loadAxe } from '../load-axe.ts'
import type { StaffPages } from './build-pages.ts'
import { openStaffPage, openStaffScene } from './open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from './staff-browser.ts'
import type { StaffScene } from './staff-scene.ts'
import { textsWithoutIsolation } from './texts-without-isolation.ts'

/**
 * How a scene is shown, and what is checked. `all`: every rule of axe, and the width. `measures`: the rules of contrast and of sizes, and
 * the width. `width`: only that nothing is wider than the window.
 */
export type View = {
  scheme: 'light' | 'dark'
  width: number
  /** Absent: French for all views. */
  language?: 'fr' | 'en'
  rules: 'all' | 'measures' | 'width'
}

/**
 * The views of pages that have two layouts. Every scene passes all rules in one view. A theme changes colours, and a width changes the
 * layout, so that the second theme and width are checked with the rules of contrast and of sizes. Nothing is too wide in any width and
 * language.
 */
export const viewsOf = (narrow: number): [View, ...View[]] => [
  { width: narrow, scheme: 'light', language: 'fr', rules: 'all' },
  { width: 1_280, scheme: 'light', language: 'fr', rules: 'width' },
  { width: 1_280, scheme: 'dark', language: 'en', rules: 'measures' },
  { width: narrow, scheme: 'dark', language: 'en', rules: 'width' },
]

/**
 * The other pairs of width and theme. A width changes no colour, but shows or hides the navigation and the key of the search, so that
 * one scene with the navigation has every pair, and all rules in both widths and languages.
 */
export const viewsOfFrame = (narrow: number): [View, ...View[]] => [
  { width: narrow, scheme: 'dark', language: 'fr', rules: 'measures' },
  { width: 1_280, scheme: 'light', language: 'en', rules: 'all' },
]

type Shown = {
  scenes: readonly StaffScene[]
  /** The texts are those of strangers for the person of the page, so that they are isolated from its own words. */
  hasStrangers?: boolean
}

const rulesOf = { all: accessibilityRules, measures: measuringRules } as const
const nameOf = ({ scheme, width, language = 'fr' }: View): string => `${width} ${scheme} ${language}`

/**
 * Opens every page in every state, and shows it in the first of the views, then in the others. Returns the faults by view and
 * scene, and what the browser reported.
 */
export const faultsOfScenes = async (
  views: readonly [View, ...View[]],
  { pages, ...shown }: Shown & { pages: StaffPages },
) => {
  const app = await openStaffBrowser(pages)
  try {
    return await faultsIn(app, views, shown)
  } finally {
    await app.close()
  }
}

/** The same in a browser that is open. */
export const faultsIn = async (
  app: StaffBrowser,
  views: readonly [View, ...View[]],
  { scenes, hasStrangers = false }: Shown,
) => {
  // No colour is read in the middle of a transition, and no picture of one is drawn.
  const { page, problems, context } = await openStaffPage(app, { reducedMotion: 'reduce' })
  const chooseLanguage = await openOtherTab(app, context)
  const change = async (from: View | null, view: View, shows: string) => {
    const { scheme, width, language } = view
    if (from?.width !== width) await page.setViewportSize({ width, height: 740 })
    if (from?.scheme !== scheme) await page.emulateMedia({ colorScheme: scheme })
    if (language && from?.language !== language) await chooseLanguage(language)
    if (from === null) return
    // The pages follow the theme by script.
    await page.waitForSelector(`html[data-mantine-color-scheme=${scheme}]`)
    if (language) await page.waitForSelector(`html[lang=${language}]`)
    await page.waitForSelector(shows)
  }
  const faults: Record<string, Record<string, string[]>> = {}
  let seen = 0
  for (const one of scenes) {
    let from: View | null = null
    for (const view of views) {
      await change(from, view, one.shows ?? 'h1')
      if (from === null) {
        await openStaffScene(page, app, one)
        await loadAxe(page)
      }
      from = view
      const found = await faultsNow(page, view)
      if (hasStrangers && view.rules !== 'width') found.push(...(await textsWithoutIsolation(page)))
      if (found.length > 0) faults[nameOf(view)] = { ...faults[nameOf(view)], [one.name]: found }
    }
    seen++
  }
  await context.close()
  return { faults, problems, seen }
}

const faultsNow = async (page: Page, { rules, width: given }: View): Promise<string[]> => {
  const found = rules === 'width' ? [] : await axeFaults(page, rulesOf[rules])
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  if (width > given) found.push(`${width} pixels wide`)
  if ((await page.locator('img[src=x]').count()) > 0) found.push('a text of a stranger is an element')
  return found
}

/** Chooses the language in another tab: to load each scene in each language takes most of the time. */
const openOtherTab = async ({ server }: StaffBrowser, context: BrowserContext) => {
  const tab = await context.newPage()
  await tab.goto(`${server.origin}/icon.svg`)
  return (language: NonNullable<View['language']>): Promise<unknown> =>
    tab.evaluate(`localStorage.setItem('nani-console-language', '${language}')`)
}
