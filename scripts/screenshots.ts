/**
 * Writes a picture of every page that a citizen sees, in both themes at 360 pixels: the screens of the app, and the hosted
 * pages of sign-in. `npm run screenshots [FOLDER] [LANGUAGE] [NAME]`
 */
import { writePagePictures } from '../packages/server/src/citizens/sign-in/pages/testing/screenshots.ts'
import { writeAppPictures } from '../packages/web/testing/screenshots.ts'

const [folder = 'screenshots', language = 'fr', only = ''] = process.argv.slice(2)

await writePagePictures(folder, language, only)
await writeAppPictures(folder, language, only)
console.log(`The pictures are in ${folder}.`)
