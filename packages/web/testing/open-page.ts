import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { AppBrowser } from './app-browser.ts'
import { askUntilTrue } from './ask-until.ts'
import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'

export type Seen = { page: Page; context: BrowserContext; problems: string[] }

/** A page of a small phone, with everything that the console and other origins say. */
export const openPage = async (
  app: AppBrowser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Seen> => {
  const context = await app.browser.newContext({
    ...{ locale: 'fr-FR', serviceWorkers: 'block', bypassCSP: false },
    viewport: { width: 360, height: 740 },
    ...options,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // A refusal of the server is an answer, which the screens show.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== app.server.origin) problems.push(`asked ${request.url()}`)
  })
  return { page, context, problems }
}

export const scene = (name: string): Scene => {
  const found = scenes.find((one) => one.name === name)
  if (!found) throw new Error(`there is no scene ${name}`)
  return found
}

/** Presses the key until the element has the focus. Each screen but the first moves the focus to its heading at first. */
export const tabTo = async (page: Page, selector: string, start = 'H1'): Promise<void> => {
  await askUntilTrue(page, `document.activeElement?.tagName === '${start}'`)
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}
