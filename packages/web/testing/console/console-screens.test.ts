import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok, refused } from '../contract-server.ts'
import { openStaffPage, openStaffScene } from '../staff/open-staff-scene.ts'
import { openStaffBrowser, type StaffBrowser } from '../staff/staff-browser.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { hostile, me, organization } from './console-data.ts'
import { answersOf, scenes, submitOrganization } from './console-scenes.ts'

let app: StaffBrowser
beforeAll(async () => {
  app = await openStaffBrowser('console')
})
afterAll(() => app?.close())

const scene = (name: string): StaffScene => {
  const found = scenes.find((one) => one.name === name)
  if (!found) throw new Error(`there is no scene ${name}`)
  return found
}

test('a session that ends in a form loses nothing: the person signs in over it, and the request is sent once more', async () => {
  const { page, context, problems } = await openStaffPage(app)
  await openStaffScene(page, app, scene('session-ended'))
  const answers = answersOf(scene('session-ended'))
  app.server.setAnswers({
    ...answers,
    'POST /session': ok({ status: 'signed_in', methods: [], passkey_options: null }),
    'POST /organizations': ok(organization),
  })
  await page.fill('[role=dialog] input[name=password]', 'kalamu-ya-buluu-57')
  await page.click('[role=dialog] button[type=submit]')
  await page.waitForSelector('.steps')
  const sent = app.server.asked.filter(({ call }) => call === 'POST /organizations')
  expect(sent).toEqual([
    { call: 'POST /organizations', body: { name: 'Banque du Fleuve', rccm: 'CD/KNG/RCCM/00-B-00001' } },
  ])
  expect(problems).toEqual([])
  await context.close()
})

test('another person who signs in over a form does not send the form of the first', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('session-ended'))
  app.server.setAnswers({
    ...answersOf(scene('session-ended')),
    'GET /me': ok({ ...me, id: 'per_other', organizations: [] }),
    'POST /session': ok({ status: 'signed_in', methods: [], passkey_options: null }),
    'POST /organizations': ok(organization),
  })
  await page.fill('[role=dialog] input[name=password]', 'kalamu-ya-buluu-57')
  await page.click('[role=dialog] button[type=submit]')
  await page.waitForSelector('.empty')
  expect(app.server.asked.map(({ call }) => call)).not.toContain('POST /organizations')
  await context.close()
})

test('a person who declines the second factor keeps the entries and sees why', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('step-up'))
  await page.keyboard.press('Escape')
  await page.waitForSelector('form [role=alert]')
  expect(await page.inputValue('input[name=name]')).toBe('Banque du Fleuve')
  await context.close()
})

test('two people who change the same object: the second sees the values of the first, and keeps the own ones', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('changed-meanwhile'))
  expect(await page.textContent('[role=alert] .facts')).toContain(hostile)
  expect(await page.inputValue('input[name=name]')).toBe('Banque du Grand Fleuve')
  const versions: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') versions.push(request.headers()['if-match'])
  })
  await page.click('[role=alert] button')
  await page.click('form button[type=submit]')
  await expect.poll(() => versions).toEqual(['"4"'])
  await context.close()
})

test('filters are in the address, and a link with filters asks the server for them', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('acts'))
  await page.fill('input[name=action]', 'members.change_roles')
  const asked = page.waitForRequest((request) => request.url().includes('/acts?'))
  await page.keyboard.press('Enter')
  expect(new URL((await asked).url()).search).toBe('?action=members.change_roles')
  await page.waitForURL('**/acts?action=members.change_roles')
  await page.reload()
  await page.waitForSelector('.records')
  expect(await page.inputValue('input[name=action]')).toBe('members.change_roles')
  await context.close()
})

test('a limit is lowered after its preview, and never raised', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('use'))
  const button = page.getByRole('button', { name: 'Baisser la limite' })
  await page.fill('input[name=limit]', '6 000')
  expect(await button.isDisabled()).toBe(true)
  await page.fill('input[name=limit]', '4 000')
  await button.click()
  const dialog = page.locator('[role=dialog]:has-text("Vous ne pourrez pas la relever")')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button').last().click()
  expect((await sent).postDataJSON()).toEqual({ quotas: { kyc_validation: { limit: 4_000, period: 'day' } } })
  await context.close()
})

test('an organization is closed only after its name is typed', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('close-organization'))
  const button = page.locator('[role=dialog] button').last()
  expect(await button.isDisabled()).toBe(true)
  await page.fill('[role=dialog] input', 'Banque du Fleuve')
  expect(await button.isEnabled()).toBe(true)
  expect(app.server.asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  await context.close()
})

test('the keyboard opens any page by its name', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('palette'))
  await page.keyboard.type('donnees')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/subscriptions')
  await page.waitForSelector('h1:has-text("Données")')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
  await context.close()
})

test('a form is filled and sent with the keyboard alone', async () => {
  const { page, context, problems } = await openStaffPage(app)
  const { path, answers } = scene('session-ended')
  app.server.setAnswers({ ...answers, 'POST /organizations': ok(organization) })
  await page.goto(`${app.server.origin}${path}`)
  await page.waitForSelector('input[name=rccm]')
  const focused = () => page.evaluate<string>('document.activeElement.name ?? ""')
  for (let keys = 0; (await focused()) !== 'name' && keys < 60; keys++) await page.keyboard.press('Tab')
  await page.keyboard.type('Banque du Fleuve')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('rccm')
  await page.keyboard.type('CD/KNG/RCCM/00-B-00001')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.steps')
  expect(app.server.asked.find(({ call }) => call === 'POST /organizations')?.body).toEqual({
    ...{ name: 'Banque du Fleuve', rccm: 'CD/KNG/RCCM/00-B-00001' },
  })
  expect(problems).toEqual([])
  await context.close()
})

test('the environment is in sight on every page of an application, on a telephone too', async () => {
  const { page, context } = await openStaffPage(app, { viewport: { width: 360, height: 740 } })
  const pages = new Map(
    scenes.flatMap((one) => (/\/applications\/app_/.test(one.path) ? [[one.path, one] as const] : [])),
  )
  expect(pages.size).toBeGreaterThan(10)
  for (const [path, { answers }] of pages) {
    app.server.setAnswers(answers)
    await page.goto(`${app.server.origin}${path}`)
    await page.waitForSelector('.environment[data-environment]')
    expect(await page.locator('.environment').first().isVisible(), path).toBe(true)
  }
  await context.close()
}, 120_000)

test('the language is chosen at the entrance, and stays', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('sign-in'))
  await page.selectOption('header select', 'en')
  await page.waitForSelector('h1:has-text("Sign in")')
  await page.reload()
  await page.waitForSelector('h1:has-text("Sign in")')
  expect(await page.getAttribute('html', 'lang')).toBe('en')
  await context.close()
})

test('a server that refuses says what to do, and a form sends again', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('organization-new'))
  app.server.setAnswers({
    ...answersOf(scene('organization-new')),
    'POST /organizations': refused(429, 'too_many_attempts', { retry_after: 30 }),
  })
  await submitOrganization(page)
  await page.waitForSelector('[role=alert]')
  expect(await page.textContent('[role=alert]')).toContain('30 secondes')
  await context.close()
})

test.each(['conformance', 'review'])(
  'French pages show the reasons of checks in French: %s',
  async (name) => {
    const { page, context } = await openStaffPage(app)
    await openStaffScene(page, app, scene(name))
    const table = (await page.locator('main .records:has-text("Raison")').first().textContent()) ?? ''
    expect(table).toContain('L’événement doit être refusé avec 4xx. La réponse était 200.')
    expect(table).toContain('Dépassez une fois burst_per_second.')
    expect(table).not.toContain('The ')
    await context.close()
  },
)

test('French pages show the check that refused a call, and what to do, in French', async () => {
  const { page, context } = await openStaffPage(app)
  await openStaffScene(page, app, scene('request'))
  const shown = (await page.textContent('main [role=alert]')) ?? ''
  for (const text of ['Refusée par : Finalité', 'La finalité est approuvée pour l’application'])
    expect(shown).toContain(text)
  expect(shown).not.toMatch(/\bThe\b/)
  expect(await page.locator('main [lang=en]').count()).toBe(0)
  await context.close()
})

test('a filter whose first pages have no call reads on by itself, and says so before it found anything', async () => {
  const { page, context, problems } = await openStaffPage(app)
  const logs = scene('logs')
  const [path = ''] = Object.keys(answersOf(logs)).filter((call) => call.endsWith('/requests'))
  const found = answersOf(logs)[path]
  const empty = (next_cursor: string) => ok({ object: 'list', data: [], next_cursor })
  let pages = 0
  app.server.setAnswers({
    ...answersOf(logs),
    [path]: () => {
      pages++
      if (pages < 4) return empty(`page_${pages}`)
      return typeof found === 'function' ? found() : (found ?? empty(''))
    },
  })
  await page.goto(`${app.server.origin}${logs.path}`)
  await page.waitForSelector('.records')
  await expect.poll(() => pages).toBe(4)

  app.server.setAnswers({ ...answersOf(logs), [path]: () => empty(`page_${pages++}`) })
  pages = 0
  await page.reload()
  await page.getByRole('button', { name: 'Chercher plus loin' }).waitFor()
  await page.waitForFunction(() => document.querySelector('button[data-loading]') === null)
  expect(pages).toBe(20)
  expect(problems).toEqual([])
  await context.close()
})
