import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../src/citizen/texts/fr.ts'
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

test('a request is answered with the keyboard only: Continue, number, photo', async () => {
  const { page, context, problems } = await openPage(app)
  const approved = { 'POST /approvals/apr_1': ok({ status: 'approved' }) }
  await openScene(page, app.server, {
    ...scene('approval'),
    answers: { ...scene('approval').answers, ...approved },
  })
  await tabTo(page, '.pair .button:last-child')
  await page.keyboard.press('Enter')
  // The field has the focus, and a phone shows the keys of digits.
  await page.waitForSelector('#shown-number[inputmode=numeric]:focus')
  await page.keyboard.type('42')
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

test('a wrong number ends the request before the camera opens, and the citizen can say "I did not start this"', async () => {
  const { page, context } = await openPage(app)
  let asksForCamera = false
  await page.exposeFunction('onCamera', () => {
    asksForCamera = true
  })
  await page.addInitScript(
    `navigator.mediaDevices.getUserMedia = () => { onCamera(); return Promise.reject(new Error()) }`,
  )
  await openScene(page, app.server, scene('approval-wrong-number'))
  expect(await page.textContent('h1')).toBe('Ce n’était pas le bon nombre')
  expect(asksForCamera).toBe(false)
  const sent = app.server.asked.filter(({ call }) => call.startsWith('POST /approvals'))
  expect(sent).toEqual([{ call: 'POST /approvals/apr_1/number', body: { number: 42 } }])
  app.server.setAnswers({ 'POST /approvals/apr_1/report': ok({ status: 'reported', ended: 2 }) })
  await page.click('.pair button:has-text("Je n’ai rien demandé")')
  expect(await page.textContent('.notice.done')).toContain('sont terminées')
  expect(app.server.asked.map(({ call }) => call)).toContain('POST /approvals/apr_1/report')
  await context.close()
})

test('a request that its number found does not ask for the number again', async () => {
  const { page, context } = await openPage(app)
  const found = ok({ approvals: [data.approval()] })
  await openScene(page, app.server, {
    ...scene('home-quiet'),
    answers: {
      'GET /approvals': ok({ approvals: [], quiet: true }),
      'POST /approvals/find': found,
      'POST /approvals/apr_1': ok({ status: 'approved' }),
    },
    shows: '.card a.button',
  })
  await page.click('.card a.button')
  await page.click('.pair .button:last-child')
  await page.click('.face button:not([aria-disabled])')
  await page.waitForSelector('h1:has-text("Vous avez accepté")')
  const sent = app.server.asked.find(({ call }) => call === 'POST /approvals/apr_1')?.body
  expect(sent).toMatchObject({ number: 42 })
  await context.close()
})

test('a number is not called unknown while a part of the requests cannot be read', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, {
    ...scene('home-quiet'),
    answers: {
      'GET /approvals': ok({ approvals: [], quiet: true }),
      'POST /approvals/find': ok({ approvals: [], unread: ['north'] }),
    },
    shows: 'form .notice',
  })
  expect(await page.locator('form .notice').allTextContents()).toEqual([
    expect.stringContaining(texts.shell.partMissing),
  ])
  await context.close()
})

test('data that is only asked for has no tick, and sensitive data comes first with an explanation', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('approval'))
  const texts = await page.locator('.scopes li').allTextContents()
  expect(texts[0]).toContain('Donnée protégée')
  expect(texts[1]).toContain('Vous ne pouvez pas changer de visage')
  expect(await page.locator('.scopes .note').count()).toBe(2)
  // The outline of the check mark.
  expect(await page.locator('.scopes path[d="M5 12.5l4.5 4.5L19 7.5"]').count()).toBe(0)
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

test('an approval sends the typed number, the image and the signature of what was shown', async () => {
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
