import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageNames, loadTexts } from '../src/citizen/texts/languages.ts'
import { type AppBrowser, openAppBrowser } from './app-browser.ts'
import { removeNewer } from './old-browser.ts'
import { openPage } from './open-page.ts'
import { openScene } from './open-scene.ts'
import { scenes } from './scenes.ts'

let app: AppBrowser
beforeAll(async () => {
  app = await openAppBrowser()
})
afterAll(() => app?.close())

const textsOf = (content: unknown): string[] => {
  if (typeof content === 'string') return [content]
  if (content === null || typeof content !== 'object') return []
  return Object.values(content).flatMap(textsOf)
}
const catalogueOf = async (language: string) =>
  new Set(textsOf((await loadTexts(language as keyof typeof languageNames)).texts))

/** A name of the wire: `kyc.addresses`, `sign_in`, `svc:kyc.religion`. */
const code = /\b(?:svc:\w|kyc\.\w|credit\.\w)|\b[a-z]+_[a-z_]+\b/

/** Each text that a person sees or hears, by itself. Runs in the page. */
const shownTexts = `(() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.data.trim())
  for (const element of document.querySelectorAll('[aria-label]')) texts.push(element.getAttribute('aria-label'))
  return texts.filter(Boolean)
})()`
/** What is wider than its place: the page, or a name in the navigation. */
const cutTexts = `(() => {
  // Other phones have wider fonts.
  const room = 3
  const cut = [...document.querySelectorAll('.tabs a, h1, h2, .button, .link, summary')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
    .map((element) => element.textContent)
  const beyond = [...document.querySelectorAll('.tabs a')].flatMap((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = range.getBoundingClientRect()
    const own = element.getBoundingClientRect()
    return left < own.left + room || right > own.right - room || element.clientHeight > 64 ? [element.textContent] : []
  })
  const width = document.documentElement.scrollWidth
  return [...cut, ...beyond, ...(width > 360 ? ['page of ' + width + ' pixels'] : [])]
})()`

const others = Object.keys(languageNames).filter((language) => language !== 'en')
const maxScenesMs = 240_000

/** The English texts that a screen of this language must not show. */
const foreignTo = async (language: string): Promise<ReadonlySet<string>> => {
  const [own, english] = [await catalogueOf(language), await catalogueOf('en')]
  // The choice of a language names each one in itself.
  const known = new Set([...own, ...Object.values(languageNames)])
  return new Set([...english].filter((text) => !known.has(text)))
}

/** The languages, beginning with another one for each scene: a scene loads in the last one of the scene before. */
const rotated = (by: number): string[] => others.map((_, index) => others[(index + by) % others.length] ?? '')

test('a browser of 2020 shows every screen: no word of English or code, and nothing cut at 360 pixels, in any other language', {
  timeout: maxScenesMs,
}, async () => {
  const foreign = new Map(
    await Promise.all(others.map(async (name) => [name, await foreignTo(name)] as const)),
  )
  const { page, context, problems } = await openPage(app)
  await page.addInitScript(removeNewer)
  // Languages are chosen here: to load each scene in each language takes four times the processor time.
  const otherTab = await context.newPage()
  await otherTab.goto(`${app.server.origin}/icon.svg`)
  const faults: Record<string, unknown[]> = {}
  const homes = new Set<string>()
  for (const [index, one] of scenes.entries()) {
    await openScene(page, app.server, one)
    for (const language of rotated(index)) {
      await otherTab.evaluate(`localStorage.setItem('nani-language', '${language}')`)
      await page.waitForSelector(`html[lang=${language}]`)
      const texts = (await page.evaluate(shownTexts)) as string[]
      if (one.name === 'home') homes.add(texts.join(' '))
      const found = [
        ...texts.filter((text) => foreign.get(language)?.has(text) || code.test(text)),
        ...((await page.evaluate(cutTexts)) as string[]).map((text) => `cut: ${text}`),
      ]
      if (found.length > 0) faults[`${one.name} in ${language}`] = [...new Set(found)]
    }
  }
  expect(faults).toEqual({})
  expect(homes.size).toBe(others.length)
  expect(await page.evaluate("'showModal' in HTMLDialogElement.prototype || 'hasOwn' in Object")).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})
