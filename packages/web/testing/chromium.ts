import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { launchChromium } from '../../../testing/machine/launch-chromium.ts'

const makeFilm = async (photograph: string): Promise<string> => {
  // The ending decides how Chromium reads the file.
  const film = join(mkdtempSync(join(tmpdir(), 'nani-camera-')), 'camera.mjpeg')
  await sharp(photograph).jpeg({ progressive: false, chromaSubsampling: '4:2:0' }).toFile(film)
  return film
}

/** Made once, so that browsers with the same photograph have the same flags, and tests share one. */
const films = new Map<string, Promise<string>>()

/** The camera shows a photograph, and the person allows it without a prompt. */
const cameraFlags = async (photograph: string): Promise<string[]> => {
  const film = films.get(photograph) ?? makeFilm(photograph)
  films.set(photograph, film)
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${await film}`,
  ]
}

/** A browser whose camera shows this photograph. */
export const openChromium = async (photograph: string): Promise<Browser> =>
  launchChromium(await cameraFlags(photograph))
