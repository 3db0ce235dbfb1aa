/**
 * Writes a picture of every page that a citizen sees, in both themes at 360 pixels: the screens of the app, and the hosted
 * pages of sign-in. The pages of the console follow, at 1,280 and 360 pixels, and the desk, at 1,280 and 768. What the desk
 * has for a phone follows at 360. `npm run screenshots [FOLDER] [LANGUAGE] [NAME]`
 * With `npm run screenshots -- --readme [NAME]` only the three pictures of the README, in docs/images.
 */
import { join } from 'node:path'
import { writePagePictures } from '../packages/server/src/citizens/sign-in/pages/testing/screenshots.ts'
import { scenes as consoleScenes } from '../packages/web/testing/console/console-scenes.ts'
import { scenes as deskScenes, phoneScenes } from '../packages/web/testing/desk/desk-scenes.ts'
import { writeReadmePictures } from '../packages/web/testing/readme-pictures.ts'
import { writeAppPictures } from '../packages/web/testing/screenshots.ts'
import { writeStaffPictures } from '../packages/web/testing/staff/staff-pictures.ts'

const [folder = 'screenshots', language = 'fr', only = ''] = process.argv.slice(2)

if (folder === '--readme') {
  const [, name = ''] = process.argv.slice(2)
  await writeReadmePictures(join(import.meta.dirname, '../docs/images'), name)
} else {
  await writePagePictures(folder, language, only)
  await writeAppPictures(folder, language, only)
  const choice = { folder, locale: language, only }
  const wide = 1_280
  await writeStaffPictures({ pages: 'console', scenes: consoleScenes, widths: { wide, narrow: 360 } }, choice)
  await writeStaffPictures({ pages: 'desk', scenes: deskScenes, widths: { wide, narrow: 768 } }, choice)
  await writeStaffPictures({ pages: 'desk', scenes: phoneScenes, widths: { phone: 360 } }, choice)
  console.log(`The pictures are in ${folder}.`)
}
