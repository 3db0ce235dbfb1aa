import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import packagedChromium from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'

/** Flags of the package for serverless machines. The tests need the protections of an ordinary browser. */
const unwantedFlags = /single-process|web-security|no-zygote|insecure-content|site-isolation/

/** The ending decides how Chromium reads the file. */
const filmIn = (folder: string) => join(folder, 'camera.mjpeg')

/** What the camera shows the next time it is opened. The folder gets a file. */
export const showToCamera = async (photograph: string, folder: string): Promise<void> => {
  const next = join(folder, 'next.jpg')
  await sharp(photograph).jpeg({ progressive: false, chromaSubsampling: '4:2:0' }).toFile(next)
  await rename(next, filmIn(folder))
}

/** The camera shows a photograph, and the person allows it without a prompt. */
export const cameraFlags = async (photograph: string, folder: string): Promise<string[]> => {
  await showToCamera(photograph, folder)
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${filmIn(folder)}`,
  ]
}

/** Chromium of the package, or the one that NANI_CHROMIUM names. */
export const openChromium = async (flags: readonly string[] = []): Promise<Browser> => {
  const own = process.env.NANI_CHROMIUM
  const base = own ? ['--no-sandbox'] : packagedChromium.args.filter((flag) => !unwantedFlags.test(flag))
  return chromium.launch({
    executablePath: own ?? (await packagedChromium.executablePath()),
    args: [...base, ...flags],
    headless: true,
  })
}
