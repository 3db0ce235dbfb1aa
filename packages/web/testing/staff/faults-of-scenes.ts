import { accessibilityRules, axeFaults, colourRules } from '../../../../testing/machine/axe-faults.ts'
import type { StaffPages } from './build-pages.ts'
import { openStaffPage, openStaffScene } from './open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from './staff-browser.ts'
import type { StaffScene } from './staff-scene.ts'

const rules = { light: accessibilityRules, dark: colourRules } as const
type Scheme = keyof typeof rules

type Schemes = readonly [Scheme, ...Scheme[]]
type Shown = { scenes: readonly StaffScene[]; width: number; locale?: string }

/**
 * Opens every page in every state at one width, and shows it in the first of the themes, then in the others. Returns the
 * faults by scene, and what the browser reported.
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
  { scenes, width: given, locale = 'fr-FR' }: Shown,
) => {
  const [first] = schemes
  const { page, problems, context } = await openStaffPage(app, {
    ...{ colorScheme: first, locale, viewport: { width: given, height: 740 } },
  })
  const faults: Record<string, string[]> = {}
  let seen = 0
  for (const one of scenes) {
    await page.emulateMedia({ colorScheme: first })
    await openStaffScene(page, app, one)
    const found: string[] = []
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme })
      // The pages follow the theme by script.
      await page.waitForSelector(`html[data-mantine-color-scheme=${scheme}]`)
      found.push(...(await axeFaults(page, rules[scheme])).map((fault) => `${scheme}: ${fault}`))
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (width > given) found.push(`${scheme}: ${width} pixels wide`)
    }
    if ((await page.locator('img[src=x]').count()) > 0) found.push('a text of a stranger is an element')
    if (found.length > 0) faults[one.name] = found
    seen++
  }
  await context.close()
  return { faults, problems, seen }
}
