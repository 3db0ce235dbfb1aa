import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openAppBrowser } from './app-browser.ts'
import { openScene } from './open-scene.ts'
import { scenes } from './scenes.ts'

/** Writes a picture of every screen of the app in both themes at 360 pixels. */
export const writeAppPictures = async (folder: string, language: string, only: string): Promise<void> => {
  const { browser, server, close } = await openAppBrowser()
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        ...{ colorScheme, locale: language, serviceWorkers: 'block', deviceScaleFactor: 2 },
        viewport: { width: 360, height: 740 },
      })
      const page = await context.newPage()
      mkdirSync(join(folder, colorScheme), { recursive: true })
      for (const scene of scenes.filter(({ name }) => name.includes(only))) {
        await openScene(page, server, scene)
        await page.screenshot({ path: join(folder, colorScheme, `${scene.name}.png`), fullPage: true })
      }
      await context.close()
    }
  } finally {
    await close()
  }
}
