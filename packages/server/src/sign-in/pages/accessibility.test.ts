import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from './layout.ts'
import { openPageBrowser, showPage } from './testing/page-browser.ts'
import { pageStates } from './testing/page-states.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

let browser: Browser
beforeAll(async () => {
  browser = await openPageBrowser()
}, 120_000)
afterAll(() => browser?.close())

type Found = { violations: { id: string; nodes: { html: string }[] }[] }

const states = Object.entries(pageStates('fr'))

test.each(
  states.flatMap(([name, page]) =>
    (['light', 'dark'] as const).map((colours) => [name, colours, page] as const),
  ),
)(
  'the page "%s" follows WCAG 2.2 AA in %s colours, and fits a screen of 360 px',
  async (_name, colorScheme, shown) => {
    const { page, close } = await showPage(browser, shown, { colorScheme })
    await page.evaluate(axeSource)
    const { violations } = (await page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(rules)} })`,
    )) as Found
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await close()
  },
  60_000,
)

test('the keyboard reaches the field, each button and each link in their order, also without script', async () => {
  const { page, close } = await showPage(browser, pageStates('fr').identify as Page, {
    javaScriptEnabled: false,
  })
  const reached: string[] = []
  for (let step = 0; step < 9; step++) {
    reached.push(
      await page
        .locator(':focus')
        .evaluate((element) => element.tagName.toLowerCase())
        .catch(() => ''),
    )
    await page.keyboard.press('Tab')
  }
  expect(reached.slice(0, 3)).toEqual(['input', 'button', 'button'])
  expect(reached.slice(3, 8)).toEqual(['a', 'a', 'a', 'a', 'a'])
  await close()
}, 60_000)
