import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA and good practice. */
export const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A theme changes colours only, so that a second theme is checked with these rules. */
export const colourRules = ['color-contrast', 'link-in-text-block']

type Fault = { id: string; nodes: { html: string; failureSummary: string }[] }

/** They measure each element and those around it, which takes two thirds of the time on a large page. */
export const measuringRules = [...colourRules, 'target-size']

/** What axe finds in a page: the rule, the element and the reason. */
export const axeFaults = async (
  page: Page,
  rules: readonly string[],
  without: readonly string[] = [],
): Promise<string[]> => {
  // The policy of a page permits no script in it: axe comes by the debugger, once for each document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource)
  // Only faults are described in full. No rule reads files of the page.
  const options = {
    ...{ runOnly: rules, resultTypes: ['violations'], preload: false },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  }
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: Fault[]
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  )
}
