import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppBrowser, openAppBrowser } from './app-browser.ts'
import { ok, refused } from './contract-server.ts'
import { openPage, scene, tabTo } from './open-page.ts'
import { openScene } from './open-scene.ts'
import * as data from './scene-data.ts'

let app: AppBrowser
beforeAll(async () => {
  app = await openAppBrowser()
})
afterAll(() => app?.close())

const pair = '.pair .button'
type Look = Record<string, string>

test.each(['approval', 'consent-request'])('%s: the two answers look alike, in both themes', async (name) => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene(name))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [deny, approve] = (await page.evaluate(`[...document.querySelectorAll('${pair}')].map((button) => {
      const { width, height } = button.getBoundingClientRect()
      const { color, backgroundColor, borderColor, fontWeight, fontSize } = getComputedStyle(button)
      return { width, height, color, backgroundColor, borderColor, fontWeight, fontSize }
    })`)) as [Look, Look]
    expect(approve).toEqual(deny)
  }
  await context.close()
})

test('a request is answered with the keyboard only: number, Continue, photo', async () => {
  const { page, context, problems } = await openPage(app)
  const approved = { 'POST /approvals/apr_1': ok({ status: 'approved' }) }
  await openScene(page, app.server, {
    ...scene('approval'),
    answers: { ...scene('approval').answers, ...approved },
  })
  await tabTo(page, 'input[name=number]')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, '.pair .button:last-child', 'INPUT')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.face button:not([aria-disabled])')
  await tabTo(page, '.face button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1:has-text("Vous avez accepté")')
  const sent = app.server.asked.find(({ call }) => call === 'POST /approvals/apr_1')?.body
  expect(sent).toMatchObject({ decision: 'approve', number: 42 })
  expect(problems).toEqual([])
  await context.close()
})

test('a fault of the capture is shown, and the next photo is accepted while the time runs', async () => {
  const { page, context } = await openPage(app)
  const faulty = scene('approval-face-fault')
  await openScene(page, app.server, faulty)
  expect(await page.textContent('.notice')).toContain('Aucun visage n’est visible')
  expect(await page.locator('.countdown').count()).toBe(1)
  app.server.setAnswers({ ...faulty.answers, 'POST /approvals/apr_1': ok({ status: 'approved' }) })
  await page.click('.face button:not([aria-disabled])')
  await page.waitForSelector('h1:has-text("Vous avez accepté")')
  await context.close()
})

test('an approval sends the chosen number, the image and the signature of what was shown', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('approval-approved'))
  const sent = app.server.asked.find(({ call }) => call === 'POST /approvals/apr_1')?.body as Record<
    string,
    string
  >
  expect(sent).toMatchObject({ decision: 'approve', number: 42 })
  expect(sent.signature).toMatch(/^[\w-]{86}$/)
  expect(
    Buffer.from(sent.image ?? '', 'base64')
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff')
  await context.close()
})

test('a request that ends while it is shown says so', async () => {
  const { page, context } = await openPage(app)
  const ending = { ...data.approval(), expires_at: new Date(Date.now() + 2500).toISOString() }
  await openScene(page, app.server, {
    ...scene('approval'),
    answers: { 'GET /approvals': ok({ approvals: [ending] }) },
  })
  await page.waitForSelector('.outcome')
  expect(await page.textContent('h1')).toBe('La demande est terminée')
  await context.close()
})

test('a request that another device answers says so, without a touch', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('approval'))
  app.server.setAnswers({ 'GET /approvals': ok({ approvals: [] }) })
  await page.waitForSelector('.outcome')
  expect(await page.textContent('h1')).toBe('La demande est terminée')
  expect(await page.textContent('.lead')).toContain('une réponse a déjà été donnée')
  await context.close()
})

test('while the engine is busy, the citizen sees "one moment" and no error, and the photo is sent again', async () => {
  const { page, context } = await openPage(app)
  let isBusy = true
  const waiting = scene('approval-approved')
  await openScene(page, app.server, {
    ...waiting,
    answers: {
      ...waiting.answers,
      'POST /approvals/apr_1': () =>
        isBusy ? refused(503, 'busy', { retry_after: 0.2 }) : ok({ status: 'approved' }),
    },
    shows: '.face .button:has-text("Un instant…")',
  })
  expect(await page.textContent('.face .hint')).toBe('Un instant…')
  expect(await page.locator('.notice').count()).toBe(0)
  isBusy = false
  await page.waitForSelector('h1:has-text("Vous avez accepté")')
  expect(app.server.asked.filter(({ call }) => call === 'POST /approvals/apr_1').length).toBeGreaterThan(1)
  await context.close()
})
