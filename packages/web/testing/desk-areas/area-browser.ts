import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../../../testing/machine/launch-chromium.ts'
import { openConsolePage } from '../console/open-console-scene.ts'
import { openContractServer } from '../contract-server.ts'
import { type AreaScene, answersOf, scenes } from './area-scenes.ts'

const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')

export type AreaBrowser = Awaited<ReturnType<typeof openAreaBrowser>>

/** Chromium, and the areas of the desk with a server that plays their API. */
export const openAreaBrowser = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-desk-areas-'))
  const options = ['--config', 'vite.config.ts', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env
  execFileSync(process.execPath, [vite, 'build', ...options], { cwd: import.meta.dirname, env })
  const server = await openContractServer({ folder, hasViews: true })
  const browser = await launchChromium()
  const close = async () => {
    await browser.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { browser, server, folder, close }
}

export const openAreaScene = async (page: Page, { server }: AreaBrowser, scene: AreaScene) => {
  server.setAnswers(answersOf(scene))
  await page.goto(`${server.origin}${scene.path}`)
  await page.waitForSelector('h1')
  await scene.act?.(page)
  await page.waitForSelector(scene.shows ?? 'h1')
}

/** Writes a picture of every scene in both themes, at both widths of the desk. */
export const writeAreaPictures = async (folder: string, locale: string, only: string): Promise<void> => {
  const app = await openAreaBrowser()
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1_280, 768]) {
        const viewport = { width, height: 800 }
        const { page, context } = await openConsolePage(app, { locale, colorScheme, viewport })
        const target = join(folder, 'desk', `${colorScheme}-${width}`)
        mkdirSync(target, { recursive: true })
        for (const scene of scenes.filter(({ name }) => name.includes(only))) {
          await openAreaScene(page, app, scene)
          await page.screenshot({ path: join(target, `${scene.name}.png`), fullPage: true })
        }
        await context.close()
      }
  } finally {
    await app.close()
  }
}
