import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { openConsoleBrowser } from './console-browser.ts'
import { scenes } from './console-scenes.ts'
import { openConsolePage, openConsoleScene } from './open-console-scene.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const narrow = 360

type Fault = { id: string; nodes: { html: string; failureSummary: string }[] }
const axeFaultsOf = async (page: Page): Promise<string[]> => {
  // The policy permits no script in the page: axe comes by the debugger.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} })`,
  )) as { violations: Fault[] }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  )
}

/** Opens every page in every state at 360 pixels. Returns the faults by scene, and what the browser reported. */
export const faultsOfScenes = async (colorScheme: 'light' | 'dark') => {
  const app = await openConsoleBrowser()
  try {
    const { page, problems } = await openConsolePage(app, {
      ...{ colorScheme, viewport: { width: narrow, height: 740 } },
    })
    const faults: Record<string, string[]> = {}
    let seen = 0
    for (const one of scenes) {
      await openConsoleScene(page, app, one)
      const found = await axeFaultsOf(page)
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (width > narrow) found.push(`${width} pixels wide`)
      if ((await page.locator('img[src=x]').count()) > 0) found.push('a text of a stranger is an element')
      if (found.length > 0) faults[one.name] = found
      seen++
    }
    return { faults, problems, seen }
  } finally {
    await app.close()
  }
}
