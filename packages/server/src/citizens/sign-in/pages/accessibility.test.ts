import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityRules, axeFaults, colourRules } from '../../../../../../testing/machine/axe-faults.ts'
import { launchChromium } from '../../../../../../testing/machine/launch-chromium.ts'
import type { Page } from './layout.ts'
import { showPage } from './testing/page-browser.ts'
import { pageStates } from './testing/page-states.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
}, 120_000)
afterAll(() => browser?.close())

test.each(Object.entries(pageStates('fr')))(
  'the page "%s" follows WCAG 2.2 AA in light and dark colours, and fits a screen of 360 px',
  async (_name, shown) => {
    const { page, close } = await showPage(browser, shown, { colorScheme: 'light' })
    expect(await axeFaults(page, accessibilityRules)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    // Only the colours differ (the test below).
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFaults(page, colourRules)).toEqual([])
    await close()
  },
  60_000,
)

test('the dark theme sets nothing but colours', () => {
  const style = readFileSync(join(import.meta.dirname, 'assets/style.css'), 'utf8')
  const [, ...dark] = style.split('@media (prefers-color-scheme: dark) ')
  expect(dark).toHaveLength(1)
  expect(dark[0]).toMatch(/^\{\s*:root \{(\s*--[a-z-]+: #[0-9a-f]{3,6};)+\s*\}\s*\}/)
  expect(style.match(/prefers-color-scheme|light-dark\(/g)).toHaveLength(1)
})

test('the keyboard reaches the field, each button and each link in their order, also without script', async () => {
  const { page, close } = await showPage(browser, pageStates('fr').identify as Page, {
    javaScriptEnabled: false,
  })
  const reached: string[] = []
  for (let step = 0; step < 8; step++) {
    reached.push(await page.locator(':focus').evaluate((element) => element.tagName.toLowerCase()))
    await page.keyboard.press('Tab')
  }
  expect(reached).toEqual(['input', 'button', 'button', 'a', 'a', 'a', 'a', 'a'])
  await close()
}, 60_000)
