/** Writes a picture of every screen in both themes at 360 pixels: `npm run screenshots [FOLDER] [LANGUAGE] [NAME]`. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openChromium } from './chromium.ts'
import { openContractServer } from './contract-server.ts'
import { openScene } from './open-scene.ts'
import { portrait } from './portrait.ts'
import { scenes } from './scenes.ts'

const [folder = 'screenshots', language = 'fr', only = ''] = process.argv.slice(2)

const server = await openContractServer()
const browser = await openChromium(portrait)
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
  await browser.close()
  await server.close()
}
console.log(`The pictures are in ${folder}.`)
