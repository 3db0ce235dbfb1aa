import { beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { openBrowser } from './browser.ts'
import { exchange } from './exchange.ts'
import { ask, createSignInApplication } from './relying-party.ts'

const dataDir = inject('dataDir')
let application: Credentials
beforeAll(async () => {
  application = await createSignInApplication(dataDir)
})

const openPage = async (changes: Record<string, string | null> = {}) => {
  const browser = openBrowser(application)
  const asked = ask(application, changes)
  return { browser, asked, page: await browser.visit(asked.url) }
}
const valueIn = (page: string) => / value="([^"]*)" autofocus/.exec(page)?.[1]
const secondsIn = (page: string) => Number(/data-seconds="(\d+)"/.exec(page)?.[1])

test.concurrent.each(['no', '+243', '0812', '12 34', 'é'.repeat(20), `+2438${'1'.repeat(90)}`, '"><b>'])(
  'the text %j has the form of no number: the page says so at once, and the next one counts',
  async (text) => {
    const { browser, page } = await openPage()
    const refused = await browser.submit(page, { identifier: text })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('ni un numéro de document')
    expect(refused.text).toContain('aria-invalid="true"')
    expect(refused.text).not.toContain('<b>')
    // No one was asked, so that the form still waits for a number.
    expect((await browser.visit(page.url)).text).toContain('name="identifier"')
    const callback = await browser.waitForCallback(
      await browser.submit(refused, { identifier: 'COD-0000-0000-0008' }),
    )
    expect(callback.searchParams.get('code')).not.toBeNull()
  },
)

test.concurrent('the waiting page shows what was entered; "correct it" leads to the form without more time, and back', async () => {
  const { browser, page, asked } = await openPage()
  const waiting = await browser.submit(page, { identifier: '+243 81 999 99 97' })
  expect(waiting.text).toContain('Numéro entré <strong>+243 81 999 99 97</strong>')
  const corrected = await browser.submit(waiting, {})
  expect(corrected.status).toBe(200)
  expect(new URL(corrected.url).pathname).not.toBe(new URL(waiting.url).pathname)
  expect(valueIn(corrected.text)).toBe('+243 81 999 99 97')
  // An old tab and "back" lead to the same page.
  expect((await browser.visit(waiting.url)).url.split('?')[0]).toBe(corrected.url.split('?')[0])
  const again = await browser.submit(corrected, { identifier: 'COD-0000-0000-0008' })
  expect(secondsIn(again.text)).toBeLessThanOrEqual(secondsIn(waiting.text))
  const callback = await browser.waitForCallback(again)
  expect(callback.searchParams.get('state')).toBe(asked.state)
  expect(callback.searchParams.get('code')).not.toBeNull()
})

test.concurrent('another browser sees neither what was entered nor "correct it"', async () => {
  const { browser, page } = await openPage()
  const waiting = await browser.submit(page, { identifier: '+243819999996' })
  const { pathname } = new URL(waiting.url)
  const cookie = [...browser.cookies].find(([name]) => name.includes('entered'))
  expect(cookie?.[1]).not.toContain('243819999996')
  const stranger = openBrowser(application, { cookie: `${cookie?.join('=')}` })
  expect((await stranger.visit(pathname)).text).not.toContain('243819999996')
  const proof = 'a'.repeat(43)
  const forged = await stranger.visit(`${pathname}/correct`, { method: 'POST', form: { proof } })
  expect(forged.status).toBe(403)
  expect((await browser.visit(waiting.url)).text).toContain('+243819999996')
})

test.concurrent('a number is corrected three times; then the page leads back to the application alone', async () => {
  const { browser, page } = await openPage()
  let form = page
  for (let times = 0; times < 3; times++) {
    const waiting = await browser.submit(form, { identifier: `+24381999999${times}` })
    expect(waiting.text).toContain('/correct?')
    form = await browser.submit(waiting, {})
  }
  const last = await browser.submit(form, { identifier: '+243819999993' })
  expect(last.text).toContain('+243819999993')
  expect(last.text).not.toContain('/correct?')
})

test.concurrent('login_hint fills the field, for a person who exists as for one who does not', async () => {
  const known = await openPage({ login_hint: 'COD-0000-0000-0008' })
  const unknown = await openPage({ login_hint: 'COD-9999-0000-0008' })
  expect(valueIn(known.page.text)).toBe('COD-0000-0000-0008')
  expect(valueIn(unknown.page.text)).toBe('COD-9999-0000-0008')
  const shape = (text: string) =>
    text.replaceAll(/(COD-)?\d+(-\d+)*/g, '0').replaceAll(/sign-in\/[\w.]+|name="proof" value="[^"]*"/g, 'x')
  expect(shape(known.page.text)).toBe(shape(unknown.page.text))
  for (const hint of ['Call +1 900 to win', 'x'.repeat(65), `+2438${'1'.repeat(61)}`])
    expect(valueIn((await openPage({ login_hint: hint })).page.text), hint).toBe('')
  const twice = await exchange(`${ask(application).url}&login_hint=1&login_hint=2`)
  expect(new URL(twice.headers.location ?? '').searchParams.get('error')).toBe('invalid_request')
})

test.concurrent('ui_locales selects the first language that the pages have', async () => {
  for (const [locales, language] of [
    ['de sw-CD en', 'sw'],
    ['en fr', 'en'],
    ['de', 'fr'],
    ['', 'fr'],
  ])
    expect((await openPage({ ui_locales: locales as string })).page.text, locales).toContain(
      `<html lang="${language}">`,
    )
  const refused = await openPage({ ui_locales: 'ln', client_id: `key_test_${'x'.repeat(24)}` })
  expect(refused.page.text).toContain('<html lang="ln">')
})

test.concurrent('an error page has a language, a choice of languages, and a next step', async () => {
  const { page, browser } = await openPage({ redirect_uri: 'https://thief.example/' })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Recommencez depuis l’application.')
  expect(page.text).not.toContain('href="https://thief.example')
  const link = /href="([^"]*lang=en)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const english = await browser.visit(link)
  expect(english.status).toBe(400)
  expect(english.text).toContain('<html lang="en">')
  expect(english.text).toContain('invalid_request')
})
