import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { StaffBrowser } from './staff-browser.ts'
import type { StaffScene } from './staff-scene.ts'

export type Seen = { page: Page; context: BrowserContext; problems: string[] }

/** A page, with everything that its console and other origins say. */
export const openStaffPage = async (
  app: StaffBrowser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Seen> => {
  const context = await app.browser.newContext({ locale: 'fr-FR', ...options })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // A refusal of the server is an answer, which the pages show.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => problems.push(`dialog ${dialog.message()}`))
  return { page, context, problems }
}

export const openStaffScene = async (
  page: Page,
  { server }: StaffBrowser,
  scene: StaffScene,
): Promise<void> => {
  server.setAnswers(scene.answers)
  await page.goto(`${server.origin}${scene.path}`)
  await page.waitForSelector('h1')
  await scene.act?.(page)
  await page.waitForSelector(scene.shows ?? 'h1')
}
