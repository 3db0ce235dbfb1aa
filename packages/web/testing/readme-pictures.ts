import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openAppBrowser } from './app-browser.ts'
import { scenes as consoleScenes } from './console/console-scenes.ts'
import { openScene } from './open-scene.ts'
import { scenes as appScenes } from './scenes.ts'
import { openStaffPage, openStaffScene } from './staff/open-staff-scene.ts'
import { openStaffBrowser } from './staff/staff-browser.ts'

/** A busy machine is no reason to fail: no one waits for these pictures. */
const slowestMs = 180_000

/** The scenes of the README. */
const shown = { app: 'approval', console: 'use' }

const named = <Scene extends { name: string }>(scenes: readonly Scene[], name: string): Scene => {
  const scene = scenes.find((one) => one.name === name)
  if (!scene) throw new Error(`there is no scene ${name}`)
  return scene
}

/** Flat colours need few of them, so that the file is small. */
const write = async (page: Page, file: string): Promise<void> => {
  await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(file)
}

const writeAppPicture = async (folder: string): Promise<void> => {
  const { browser, server, close } = await openAppBrowser()
  try {
    const viewport = { width: 360, height: 740 }
    const page = await browser.newPage({ locale: 'en', serviceWorkers: 'block', viewport })
    await openScene(page, server, named(appScenes, shown.app))
    await write(page, join(folder, 'citizen-app.png'))
  } finally {
    await close()
  }
}

const writeConsolePicture = async (folder: string): Promise<void> => {
  const app = await openStaffBrowser('console')
  try {
    const { page } = await openStaffPage(app, { locale: 'en', viewport: { width: 1_280, height: 800 } })
    page.setDefaultTimeout(slowestMs)
    await openStaffScene(page, app, named(consoleScenes, shown.console))
    await write(page, join(folder, 'console.png'))
  } finally {
    await app.close()
  }
}

/** The two pictures of the README: the app of citizens and the console. */
export const writeReadmePictures = async (folder: string, only: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  if ('citizen-app'.includes(only)) await writeAppPicture(folder)
  if ('console'.includes(only)) await writeConsolePicture(folder)
}
