import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import packagedChromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assets } from './assets.ts'
import { contentSecurityPolicy, type Page, rendered } from './layout.ts'
import { pageStates } from './testing/page-states.ts'

const origin = 'http://sign-in.test'
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Flags of the package for serverless machines. The tests need the protections of an ordinary browser. */
const unwantedFlags = /single-process|web-security|no-zygote|insecure-content|site-isolation/

let browser: Browser
beforeAll(async () => {
  const own = process.env.NANI_CHROMIUM
  browser = await chromium.launch({
    executablePath: own ?? (await packagedChromium.executablePath()),
    args: own ? ['--no-sandbox'] : packagedChromium.args.filter((flag) => !unwantedFlags.test(flag)),
  })
}, 120_000)
afterAll(() => browser?.close())

type Options = { colorScheme: 'light' | 'dark'; javaScriptEnabled: boolean }

const openPage = async (shown: Page, options: Options) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options })
  const page = await context.newPage()
  await page.route('**/*', (route) => {
    const asset = assets.find(({ path }) => route.request().url() === origin + path)
    if (asset) return route.fulfill({ contentType: asset.contentType, body: asset.content })
    const isPage = route.request().url() === `${origin}/page`
    if (!isPage) return route.fulfill({ status: 204 })
    const headers = { 'content-security-policy': contentSecurityPolicy(shown) }
    return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body: rendered(shown) })
  })
  await page.goto(`${origin}/page`)
  return { page, close: () => context.close() }
}

type Found = { violations: { id: string; nodes: { html: string }[] }[] }

const states = Object.entries(pageStates('fr'))

test.each(
  states.flatMap(([name, page]) =>
    (['light', 'dark'] as const).map((colours) => [name, colours, page] as const),
  ),
)(
  'the page "%s" follows WCAG 2.2 AA in %s colours, and fits a screen of 360 px',
  async (name, colorScheme, shown) => {
    const { page, close } = await openPage(shown, { colorScheme, javaScriptEnabled: true })
    await page.evaluate(axeSource)
    const { violations } = (await page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(rules)} })`,
    )) as Found
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    const folder = process.env.NANI_SCREENSHOTS
    if (folder)
      await page.screenshot({ path: `${folder}/sign-in-${name}-${colorScheme}.png`, fullPage: true })
    await close()
  },
  60_000,
)

test('the keyboard reaches the field, each button and each link in their order, also without script', async () => {
  const { page, close } = await openPage(pageStates('fr').identify as Page, {
    colorScheme: 'light',
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
