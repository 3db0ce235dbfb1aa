import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openConsoleBrowser } from './console-browser.ts'
import { scenes } from './console-scenes.ts'
import { openConsolePage, openConsoleScene } from './open-console-scene.ts'

const widths = { wide: 1_280, narrow: 360 } as const

/** Writes a picture of every page of the console, wide and narrow, in both themes. */
export const writeConsolePictures = async (folder: string, locale: string, only: string): Promise<void> => {
  const app = await openConsoleBrowser()
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [name, width] of Object.entries(widths)) {
        const { page, context } = await openConsolePage(app, {
          ...{ locale, colorScheme, viewport: { width, height: 800 } },
        })
        const target = join(folder, 'console', `${colorScheme}-${name}`)
        mkdirSync(target, { recursive: true })
        for (const scene of scenes.filter((one) => one.name.includes(only))) {
          await openConsoleScene(page, app, scene)
          await page.screenshot({ path: join(target, `${scene.name}.png`), fullPage: true })
        }
        await context.close()
      }
  } finally {
    await app.close()
  }
}
