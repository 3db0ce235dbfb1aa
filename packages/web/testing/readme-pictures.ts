import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openAppBrowser } from './app-browser.ts'
import { hostile } from './console/console-data.ts'
import { scenes as consoleScenes } from './console/console-scenes.ts'
import { scenes as deskScenes } from './desk/desk-scenes.ts'
import { openScene } from './open-scene.ts'
import { scenes as appScenes } from './scenes.ts'
import { openStaffPage, openStaffScene } from './staff/open-staff-scene.ts'
import { openStaffBrowser } from './staff/staff-browser.ts'
import type { StaffScene } from './staff/staff-scene.ts'

/** A busy machine is no reason to fail: no one waits for these pictures. */
const slowestMs = 180_000

/** The scenes of the README. */
const shown = { app: 'approval', console: 'use', desk: 'queue' }

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

/** The names of the scenes attack the pages. A reader would take them for a fault. */
const withoutAttacks = (scene: StaffScene): StaffScene => {
  const attack = JSON.stringify(hostile).slice(1, -1)
  return {
    ...scene,
    answers: JSON.parse(JSON.stringify(scene.answers).replaceAll(attack, 'Paiement des loyers ')),
  }
}

const writeStaffPicture = async (folder: string, pages: 'console' | 'desk'): Promise<void> => {
  const app = await openStaffBrowser(pages)
  try {
    const { page } = await openStaffPage(app, { locale: 'en', viewport: { width: 1_280, height: 800 } })
    page.setDefaultTimeout(slowestMs)
    const scene = pages === 'console' ? named(consoleScenes, shown.console) : named(deskScenes, shown.desk)
    await openStaffScene(page, app, withoutAttacks(scene))
    await write(page, join(folder, `${pages}.png`))
  } finally {
    await app.close()
  }
}

/** The three pictures of the README: the app of citizens, the console and the desk. */
export const writeReadmePictures = async (folder: string, only: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  if ('citizen-app'.includes(only)) await writeAppPicture(folder)
  for (const pages of ['console', 'desk'] as const)
    if (pages.includes(only)) await writeStaffPicture(folder, pages)
}
