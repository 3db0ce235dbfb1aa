import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

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
