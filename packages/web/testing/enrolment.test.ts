import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppBrowser, openAppBrowser } from './app-browser.ts'
import { askUntilTrue } from './ask-until.ts'
import { ok, refused } from './contract-server.ts'
import { enrolmentAnswers, submit, takePhoto } from './enrolment-scenes.ts'
import { openPage, scene } from './open-page.ts'
import { openScene } from './open-scene.ts'

let app: AppBrowser
beforeAll(async () => {
  app = await openAppBrowser()
})
afterAll(() => app?.close())

const notSignedIn = { 'GET /me': refused(401, 'not_signed_in') }
const setAnswers = (changes: Parameters<typeof app.server.setAnswers>[0]) =>
  app.server.setAnswers({ ...enrolmentAnswers, ...notSignedIn, ...changes })
const textOf = (page: Page) => page.textContent('main')
const started = (nextMessageAt: string, id = 'enr_1') =>
  ok({ id, code_length: 8, next_message_at: nextMessageAt })

test('a reload goes on with the enrolment: code, face and key, and stores neither code nor photograph', async () => {
  const { page, context, problems } = await openPage(app)
  await openScene(page, app.server, scene('enrol-2-code'))
  await page.fill('#code', 'k7qm-2xpa')
  setAnswers({})
  await page.reload()
  await page.waitForSelector('#code')
  await page.fill('#code', 'k7qm-2xpa')
  await submit(page)
  await page.waitForSelector('.face button:not([aria-disabled])')
  setAnswers({ 'GET /enrolments/enr_1': ok({ next: 'face' }) })
  await page.reload()
  await takePhoto(page)
  await page.waitForSelector('#device-name')
  expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([1, 0])
  const stored = (await page.evaluate("sessionStorage.getItem('nani-enrolment')")) as string
  expect(JSON.parse(stored)).toEqual({
    ...{ id: 'enr_1', identifier: '+243 81 234 56 78', nextMessageAt: '2100-01-01T10:00:00Z' },
  })
  setAnswers({ 'GET /enrolments/enr_1': ok({ next: 'key', challenge: 'Y2hhbGxlbmdl' }) })
  await page.reload()
  await page.waitForSelector('#device-name')
  app.server.setAnswers(enrolmentAnswers)
  await submit(page)
  await page.waitForSelector('.notice.done')
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('an enrolment that is over begins again with the number that was typed', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('enrol-2-code'))
  setAnswers({ 'GET /enrolments/enr_1': refused(422, 'enrolment_ended') })
  await page.reload()
  await page.waitForSelector('#identifier')
  expect(await page.inputValue('#identifier')).toBe('+243 81 234 56 78')
  await context.close()
})

test('the page says when the next message is possible, and sends it then', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('enrol-2-code'))
  expect(await textOf(page)).toContain('01/01/2100')
  await openScene(page, app.server, scene('enrol-2-send-again'))
  setAnswers({ 'POST /enrolments': started('2100-01-01T10:00:00Z', 'enr_2') })
  await page.click('form button.quiet')
  await askUntilTrue(page, "document.body.textContent.includes('01/01/2100')")
  const sent = app.server.asked.filter(({ call }) => call === 'POST /enrolments')
  expect(sent.at(-1)?.body).toMatchObject({ identifier: '+243 81 234 56 78' })
  setAnswers({ 'POST /enrolments/enr_2/code': ok({ next: 'face' }) })
  await page.fill('#code', 'k7qm-2xpa')
  await submit(page)
  await page.waitForSelector('.face button')
  await context.close()
})

test('the page says when a message can leave, if none can leave now', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('enrol-1-delayed'))
  expect(await page.textContent('.notice')).toContain('01/01/2100')
  await context.close()
})

test('the code of a message fills the field, where the browser reads messages', async () => {
  const { page, context } = await openPage(app)
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} })
    const codes = { get: async ({ otp }: { otp?: object }) => otp && { code: 'K7QM2XPA' } }
    Object.defineProperty(navigator, 'credentials', { value: codes })
  })
  await openScene(page, app.server, scene('enrol-2-code'))
  await askUntilTrue(page, "document.getElementById('code')?.value === 'K7QM2XPA'")
  await submit(page)
  await page.waitForSelector('.face button')
  const sent = app.server.asked.find(({ call }) => call === 'POST /enrolments/enr_1/code')
  expect(sent?.body).toEqual({ code: 'K7QM2XPA' })
  await context.close()
})

test('a key that the browser did not keep is no enrolment: the citizen sees a fault', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('enrol-4-key'))
  await page.evaluate(`{
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...values) {
      const request = put.apply(this, values)
      request.addEventListener('success', () => this.transaction.abort())
      return request
    }
  }`)
  await submit(page)
  await page.waitForSelector('.notice.problem, .notice.done')
  expect(await page.locator('.notice.done').count()).toBe(0)
  await context.close()
})
