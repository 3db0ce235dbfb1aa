import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityRules, axeFaults, colourRules } from '../../../testing/machine/axe-faults.ts'
import { type AppBrowser, openAppBrowser } from './app-browser.ts'
import { askUntilTrue } from './ask-until.ts'
import { ok, refused } from './contract-server.ts'
import { enrolmentAnswers } from './enrolment-scenes.ts'
import { loadAxe } from './load-axe.ts'
import { removeNewer } from './old-browser.ts'
import { openPage, scene, tabTo } from './open-page.ts'
import { openScene } from './open-scene.ts'
import { portrait } from './portrait.ts'
import { history } from './scene-data.ts'
import { scenes } from './scenes.ts'

let app: AppBrowser
beforeAll(async () => {
  app = await openAppBrowser()
})
afterAll(() => app?.close())

const maxScenesMs = 240_000

test(
  'every screen in every state passes axe in both themes, fits 360 pixels, and asks no other origin',
  async () => {
    const { page, context, problems } = await openPage(app)
    const faults: Record<string, string[]> = {}
    for (const one of scenes) {
      await openScene(page, app.server, one)
      await loadAxe(page)
      const found = await axeFaults(page, accessibilityRules)
      const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
      if (width > 360) found.push(`is ${width} pixels wide`)
      // Only the colours differ.
      await page.emulateMedia({ colorScheme: 'dark' })
      found.push(...(await axeFaults(page, colourRules)).map((fault) => `dark ${fault}`))
      await page.emulateMedia({ colorScheme: 'light' })
      if (found.length > 0) faults[one.name] = found
    }
    expect(faults).toEqual({})
    expect(problems).toEqual([])
    await context.close()
  },
  maxScenesMs,
)

test('axe finds a planted fault', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('home'))
  await page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<button></button>')")
  expect(await axeFaults(page, accessibilityRules)).toContainEqual(expect.stringContaining('button-name'))
  await context.close()
})

test('a person enrols, with the keyboard only', async () => {
  const { page, context, problems } = await openPage(app)
  await openScene(page, app.server, scene('welcome'))
  app.server.setAnswers({ ...enrolmentAnswers, 'GET /me': refused(401, 'not_signed_in') })
  await tabTo(page, 'button.main', 'BODY')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#identifier')
  await tabTo(page, '#identifier')
  await page.keyboard.type('COD-0000-0000-0008')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#code')
  await tabTo(page, '#code')
  await page.keyboard.type('k7qm 2xpa')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.face button:not([aria-disabled])')
  await tabTo(page, '.face button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#device-name')
  app.server.setAnswers(enrolmentAnswers)
  await tabTo(page, '#device-name')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.notice.done')
  const sent = app.server.asked.find(({ call }) => call === 'POST /enrolments/enr_1/key')?.body as {
    key: { kind: string; public_key: object; signature: string }
  }
  expect(sent.key).toMatchObject({
    kind: 'webcrypto',
    public_key: { kty: 'EC', crv: 'P-256' },
    signature: expect.stringMatching(/^[\w-]{86}$/),
  })
  expect(problems).toEqual([])
  await context.close()
})

test('the key of the device cannot be exported', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('enrol-5-done'))
  const isExtractable = await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('nani', 1)
    opening.onerror = reject
    opening.onsuccess = () => {
      const reading = opening.result.transaction('device').objectStore('device').get('this')
      reading.onsuccess = () => resolve(reading.result.privateKey.extractable)
    }
  })`)
  expect(isExtractable).toBe(false)
  await context.close()
})

test('a phone with a fingerprint reader gets a passkey', async () => {
  const { page, context } = await openPage(app)
  const debug = await context.newCDPSession(page)
  await debug.send('WebAuthn.enable')
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
      hasResidentKey: true,
    },
  })
  await openScene(page, app.server, scene('enrol-5-done'))
  const sent = app.server.asked.find(({ call }) => call === 'POST /enrolments/enr_1/key')?.body
  expect(sent).toMatchObject({
    key: {
      kind: 'webauthn',
      response: { type: 'public-key', response: { clientDataJSON: expect.any(String) } },
    },
  })
  await context.close()
})

test.each([
  ['approval', '.quiet[role=status]'],
  ['home', '[role=status] .quiet'],
])('before the server has answered, the screen %s claims nothing about requests', async (name, shows) => {
  const { page, context } = await openPage(app)
  const answers = { 'GET /approvals': refused(503, 'busy', { retry_after: 60 }) }
  await openScene(page, app.server, { ...scene(name), answers, shows })
  expect(await page.textContent(shows)).toBe('Chargement…')
  expect(await page.locator('.calm, .outcome, h1:has-text("terminée")').count()).toBe(0)
  await context.close()
})

// testing/languages.test.ts shows every screen in it.
test('a browser of 2020 asks before a consent is withdrawn', async () => {
  const { page, context, problems } = await openPage(app)
  await page.addInitScript(removeNewer)
  await openScene(page, app.server, scene('consent-revoke'))
  expect(await page.evaluate("'showModal' in HTMLDialogElement.prototype || 'hasOwn' in Object")).toBe(false)
  expect(await page.isVisible('dialog .danger')).toBe(true)
  await openScene(page, app.server, scene('consent-revoked'))
  expect(app.server.asked.map(({ call }) => call)).toContain('POST /consents/cns_2/revoke')
  expect(problems).toEqual([])
  await context.close()
})

test('long lists go on: the older answers follow on demand', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('history'))
  const before = await page.locator('.card').count()
  app.server.setAnswers({
    'GET /history': ok({ entries: [{ ...history[0], application: 'Ancienne' }], next_cursor: null }),
  })
  const asked = page.waitForRequest((request) => request.url().includes('/history?'))
  await page.click('main > .button')
  expect(new URL((await asked).url()).searchParams.get('cursor')).toBe('a next/part')
  await page.waitForSelector('.card:has-text("Ancienne")')
  expect(await page.locator('.card').count()).toBe(before + 1)
  expect(await page.locator('main > .button').count()).toBe(0)
  await context.close()
})

test('a person disputes an access with the keyboard only, and sees which one', async () => {
  const { page, context } = await openPage(app)
  const { answers } = scene('dispute-sent')
  await openScene(page, app.server, {
    ...scene('accesses'),
    answers: { ...scene('accesses').answers, ...answers },
  })
  await tabTo(page, '[href="#/dispute/acc_2"]')
  await page.keyboard.press('Enter')
  const facts = await page.textContent('.facts')
  for (const fact of [
    'Banque du Fleuve SA',
    'Vérification d’identité',
    '22 novembre 2026',
    'Ouvrir un compte',
    'Vos adresses',
  ])
    expect(facts).toContain(fact)
  await tabTo(page, '#dispute')
  await page.keyboard.type('Je ne suis pas client.')
  await tabTo(page, 'button[type=submit]', 'TEXTAREA')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.notice.done')
  const sent = app.server.asked.find(({ call }) => call === 'POST /accesses/acc_2/disputes')
  expect(sent?.body).toEqual({ text: 'Je ne suis pas client.' })
  await context.close()
})

test('without a camera, a photo of the camera app serves', async () => {
  const { page, context } = await openPage(app)
  await page.addInitScript('delete Navigator.prototype.mediaDevices')
  const base = scene('enrol-3-face')
  await openScene(page, app.server, { ...base, shows: 'input[type=file]' })
  expect(await axeFaults(page, accessibilityRules)).toEqual([])
  await page.setInputFiles('input[type=file]', portrait)
  await page.waitForSelector('#device-name')
  expect(await page.isVisible('#device-name')).toBe(true)
  await context.close()
})

test('the language is chosen on the first screen, and stays', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('welcome'))
  await page.selectOption('#language', 'ln')
  await page.waitForSelector('h1:has-text("maboko")')
  // The language of the document follows the screen.
  await page.waitForSelector('html[lang="ln"]')
  expect(await page.textContent('.field .quiet')).toContain('Masini')
  await page.reload()
  await page.waitForSelector('h1:has-text("maboko")')
  await context.close()
})

test('without a network, the app opens and shows what was loaded', async () => {
  const { page, context } = await openPage(app, { serviceWorkers: 'allow' })
  await openScene(page, app.server, scene('devices'))
  await page.evaluate('navigator.serviceWorker.ready')
  await askUntilTrue(page, 'navigator.serviceWorker.controller !== null')
  await page.reload()
  await page.waitForSelector('.card')
  await context.setOffline(true)
  await page.reload()
  await page.waitForSelector('.card')
  await page.waitForSelector('.offline:has-text("connexion")')
  await context.setOffline(false)
  await page.goto(`${app.server.origin}/#/settings`)
  await page.click('.button.equal')
  await page.waitForSelector('h1:has-text("verrouillé")')
  expect(await page.evaluate("caches.has('nani-data')")).toBe(false)
  await context.close()
})

test('without a network, home says so, shows the last accesses, and asks again on demand', async () => {
  const { page, context } = await openPage(app, { serviceWorkers: 'allow' })
  await openScene(page, app.server, scene('home-recent'))
  await page.evaluate('navigator.serviceWorker.ready')
  await askUntilTrue(page, 'navigator.serviceWorker.controller !== null')
  await page.reload()
  await page.waitForSelector('.recent')
  await context.setOffline(true)
  await page.reload()
  await page.waitForSelector('.notice.problem:has-text("réseau")')
  await page.waitForSelector('.offline:has-text("connexion")')
  await page.waitForSelector('.recent:has-text("Banque du Fleuve SA")')
  // Nothing is claimed about requests, and nothing is awaited.
  expect(await page.locator('.calm').count()).toBe(0)
  expect(await page.textContent('main')).not.toContain('Chargement')
  expect(await axeFaults(page, accessibilityRules)).toEqual([])
  await context.setOffline(false)
  await page.click('main > .button')
  await page.waitForSelector('.calm')
  expect(await page.locator('.notice.problem').count()).toBe(0)
  await context.close()
})

test('a request that was loaded stays on home when the network goes away, and home no longer says that nothing waits', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('home'))
  await context.setOffline(true)
  await page.waitForSelector('.notice.problem:has-text("réseau")')
  expect(await page.locator('.calm').count()).toBe(0)
  await context.close()
})

test('the log is grouped by day and organization, with the export before it', async () => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene('accesses'))
  const headings = await page.locator('h2.day, .card h3').allTextContents()
  expect(headings).toEqual([
    ...['22 novembre 2026', 'Banque du Fleuve SA', '14 novembre 2026', 'Agence de Recouvrement Nord'],
  ])
  expect(await page.locator('.card').first().locator('.entries > li').count()).toBe(2)
  const places = await page.evaluate(
    "['.exports', '.day'].map((name) => document.querySelector(name).getBoundingClientRect().top)",
  )
  expect(places).toEqual((places as number[]).toSorted((a, b) => a - b))
  const files = await page
    .locator('.exports a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(files).toEqual(['/api/accesses.csv?lang=fr', '/api/accesses.pdf?lang=fr'])
  await context.close()
})

test.each([
  ['approval-approved', '#/history'],
  ['approval-denied', '#/devices'],
  // Its next step is the report, a button.
  ['approval-wrong-number', undefined],
  ['approval-not-recognised', '#/devices'],
  ['approval-ended', '#/devices'],
  ['consent-approved', '#/consents'],
])('the outcome %s has a next step, and names the device that answered', async (name, next) => {
  const { page, context } = await openPage(app)
  await openScene(page, app.server, scene(name))
  const links = await page
    .locator('main a.button')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  expect(links).toEqual(['#/', ...(next ? [next] : [])])
  if (name.startsWith('approval') && !name.endsWith('ended'))
    expect(await page.textContent('main')).toMatch(/Android · Chrome.*\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/)
  await context.close()
})

test('the page of a reported device names it before and after it is removed, and leads on', async () => {
  const { page, context } = await openPage(app)
  for (const name of ['revoke', 'revoke-done']) {
    await openScene(page, app.server, scene(name))
    const text = await page.textContent('main')
    for (const fact of ['Windows · Edge', 'Ajouté le', 'Utilisé le']) expect(text, name).toContain(fact)
  }
  expect(await page.getAttribute('main a.button', 'href')).toBe('/')
  await context.close()
})
