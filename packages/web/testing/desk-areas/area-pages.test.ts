import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsolePage } from '../console/open-console-scene.ts'
import { ok } from '../contract-server.ts'
import { type AreaBrowser, openAreaBrowser, openAreaScene } from './area-browser.ts'
import { type AreaScene, answersOf, scenes, shown } from './area-scenes.ts'

let app: AreaBrowser
beforeAll(async () => {
  app = await openAreaBrowser()
})
afterAll(() => app?.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const faultsOf = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const { violations } = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(tags)} })`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  )
}
const scene = (name: string): AreaScene => scenes.find((one) => one.name === name) as AreaScene

test.each(['light', 'dark'] as const)(
  'every state passes axe at 768 pixels, %s, and runs nothing',
  async (colorScheme) => {
    const viewport = { width: 768, height: 800 }
    const { page, context, problems } = await openConsolePage(app, { colorScheme, viewport })
    const faults: Record<string, string[]> = {}
    for (const one of scenes) {
      await openAreaScene(page, app, one)
      const found = await faultsOf(page)
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (width > viewport.width) found.push(`${width} pixels wide`)
      if ((await page.locator('img[src=x], iframe, object, embed').count()) > 0)
        found.push('a stranger made an element')
      if (found.length > 0) faults[one.name] = found
    }
    await context.close()
    expect(faults).toEqual({})
    expect(problems).toEqual([])
  },
  60_000,
)

test('a reason stays when the server fails, and the sealed data appears after it was sent', async () => {
  const { page, context } = await openConsolePage(app)
  const kept = scene('case-reason-kept')
  await openAreaScene(page, app, kept)
  expect(await page.inputValue('.party ~ form textarea')).toBe('Une plainte.')
  const opened = { ...shown, opened: true, description: 'Une carte SIM volée.' }
  app.server.setAnswers({ ...answersOf(kept), 'POST /cases/frd_1/open': ok(opened) })
  await page.focus('.party ~ form button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.words:has-text("Une carte SIM volée.")')
  expect(app.server.asked).toContainEqual({
    call: 'POST /cases/frd_1/open',
    body: { reason: 'Une plainte.' },
  })
  await context.close()
})

test('a person reads no sealed data without a reason', async () => {
  const { page, context } = await openConsolePage(app)
  await openAreaScene(page, app, scene('case'))
  await page.focus('.party ~ form button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.party ~ form [class*=Input-error], .party ~ form .mantine-Textarea-error')
  expect(app.server.asked.map(({ call }) => call)).not.toContain('POST /cases/frd_1/open')
  await context.close()
})

test.each(['case-auditor', 'billing-auditor'])('an auditor sees the page without acts: %s', async (name) => {
  const { page, context } = await openConsolePage(app)
  await openAreaScene(page, app, scene(name))
  expect(await page.locator('button[type=submit]').count()).toBe(0)
  await context.close()
})
