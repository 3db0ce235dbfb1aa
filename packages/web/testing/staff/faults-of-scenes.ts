import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { StaffPages } from './build-pages.ts'
import { openStaffPage, openStaffScene } from './open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from './staff-browser.ts'
import type { StaffScene } from './staff-scene.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/* A theme changes colours only, so that dark is checked with the rules about colour. Each rule about structure is checked once. */
const rules = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const
type Scheme = keyof typeof rules

type Fault = { id: string; nodes: { html: string; failureSummary: string }[] }
const axeFaultsOf = async (page: Page, scheme: Scheme): Promise<string[]> => {
  // The policy permits no script in the page: axe comes by the debugger.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules[scheme])} })`,
  )) as { violations: Fault[] }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  )
}

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
      found.push(...(await axeFaultsOf(page, scheme)).map((fault) => `${scheme}: ${fault}`))
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
