/**
 * Writes a picture of every page that a citizen sees, in both themes at 360 pixels: the screens of the app, and the hosted
 * pages of sign-in. The pages of the console follow, at 1,280 and 360 pixels,
 * and those of the desk at 1,280 and 768. `npm run screenshots [FOLDER] [LANGUAGE] [NAME]`
 */
import { writePagePictures } from '../packages/server/src/citizens/sign-in/pages/testing/screenshots.ts'
import { writeConsolePictures } from '../packages/web/testing/console/console-pictures.ts'
import { writeAreaPictures } from '../packages/web/testing/desk-areas/area-browser.ts'
import { writeAppPictures } from '../packages/web/testing/screenshots.ts'

const [folder = 'screenshots', language = 'fr', only = ''] = process.argv.slice(2)

await writePagePictures(folder, language, only)
await writeAppPictures(folder, language, only)
await writeConsolePictures(folder, language, only)
await writeAreaPictures(folder, language, only)
console.log(`The pictures are in ${folder}.`)
