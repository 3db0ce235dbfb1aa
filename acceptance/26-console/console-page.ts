import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Person, Site } from './person.ts'

export type ConsolePage = {
  page: Page
  /** Faults of the pages, and requests to another origin. */
  problems: string[]
  /** Where requests went, and their bodies. */
  sent: { method: string; url: string; headers: Record<string, string>; body: string }[]
  close(): Promise<void>
}

/** Opens a browser as a person; null: without a session. */
export const openConsole = async (
  browser: Browser,
  site: Site,
  person: Pick<Person, 'cookies'> | null,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> => {
  const context = await browser.newContext({ locale: 'fr-FR', ...options })
  const cookies = [...(person?.cookies ?? [])].map(([name, value]) => ({
    ...{ name, value, url: site.url, httpOnly: true, sameSite: 'Strict' as const },
  }))
  await context.addCookies(cookies)
  const page = await context.newPage()
  const problems: string[] = []
  const sent: ConsolePage['sent'] = []
  page.on('console', (message) => {
    // A refusal of the server is an answer, which the pages show.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (/^(blob|data):/.test(request.url())) return
    sent.push({
      ...{ method: request.method(), url: request.url(), headers: request.headers() },
      body: request.postData() ?? '',
    })
  })
  return { page, problems, sent, close: () => context.close() }
}
