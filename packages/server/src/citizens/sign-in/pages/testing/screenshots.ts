import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '../../../../../../../testing/machine/launch-chromium.ts'
import { chooseLanguage } from '../texts/choose-texts.ts'
import { showPage } from './page-browser.ts'
import { pageStates } from './page-states.ts'

/** Writes a picture of every hosted page of sign-in in both themes at 360 pixels. */
export const writePagePictures = async (folder: string, language: string, only: string): Promise<void> => {
  const browser = await launchChromium()
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      mkdirSync(join(folder, colorScheme), { recursive: true })
      for (const [name, shown] of Object.entries(pageStates(chooseLanguage(language, undefined)))) {
        const file = `hosted-${name.replaceAll(' ', '-')}`
        if (!file.includes(only)) continue
        const { page, close } = await showPage(browser, shown, { colorScheme, deviceScaleFactor: 2 })
        await page.screenshot({ path: join(folder, colorScheme, `${file}.png`), fullPage: true })
        await close()
      }
    }
  } finally {
    await browser.close()
  }
}
