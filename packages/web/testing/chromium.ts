import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packagedChromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'

/** Flags of the package for serverless machines. The tests need the protections of an ordinary browser. */
const unwantedFlags =
  /single-process|web-security|no-zygote|insecure-content|site-isolation|gpu|gl=|angle|swiftshader/
/** Without a graphics card, to draw directly takes half of the processor time of an emulated one. */
const packagedFlags = [...packagedChromium.args.filter((flag) => !unwantedFlags.test(flag)), '--disable-gpu']

/** The camera shows a photograph, and the person allows it without a prompt. */
const cameraFlags = async (photograph: string): Promise<string[]> => {
  // The ending decides how Chromium reads the file.
  const film = join(mkdtempSync(join(tmpdir(), 'nani-camera-')), 'camera.mjpeg')
  await sharp(photograph).jpeg({ progressive: false, chromaSubsampling: '4:2:0' }).toFile(film)
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
}

/** Chromium of the package, or the one that NANI_CHROMIUM names. */
export const openChromium = async (photograph: string): Promise<Browser> => {
  const own = process.env.NANI_CHROMIUM
  const flags = own ? ['--no-sandbox'] : packagedFlags
  return chromium.launch({
    executablePath: own ?? (await packagedChromium.executablePath()),
    args: [...flags, ...(await cameraFlags(photograph))],
    headless: true,
  })
}
