import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../contract-server.ts'
import { openStaffPage, openStaffScene } from '../staff/open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from '../staff/staff-browser.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { areaScenes, shown } from './area-scenes.ts'

let app: StaffBrowser
beforeAll(async () => {
  app = await openStaffBrowser('desk')
})
afterAll(() => app?.close())

const scene = (name: string): StaffScene => areaScenes.find((one) => one.name === name) as StaffScene

test('a reason stays when the server fails, and the sealed data appears after it was sent', async () => {
  const { page, context } = await openStaffPage(app)
  const kept = scene('case-reason-kept')
  await openStaffScene(page, app, kept)
  expect(await page.inputValue('.party ~ form textarea')).toBe('Une plainte.')
  const opened = { ...shown, opened: true, description: 'Une carte SIM volée.' }
  app.server.setAnswers({ ...kept.answers, 'POST /cases/frd_1/open': ok(opened) })
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
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('case'))
  await page.focus('.party ~ form button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.party ~ form [class*=Input-error], .party ~ form .mantine-Textarea-error')
  expect(app.server.asked.map(({ call }) => call)).not.toContain('POST /cases/frd_1/open')
  await context.close()
})

test.each(['case-auditor', 'billing-auditor'])('an auditor sees the page without acts: %s', async (name) => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene(name))
  expect(await page.locator('main button[type=submit]').count()).toBe(0)
  await context.close()
})
