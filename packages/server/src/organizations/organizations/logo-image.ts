import { decodeImage, UnreadableImage } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import sharp from 'sharp'

export const logoSidePixels = 64

const refuse = (reason: string): never => {
  throw new Refusal('application_logo_invalid', reason)
}

const problems: Readonly<Record<UnreadableImage['problem'], string>> = {
  not_jpeg_or_png: 'The file is no PNG and no JPEG.',
  too_many_pixels: 'The picture has too many pixels.',
  animated: 'The picture is animated.',
  damaged: 'The picture is damaged.',
}

/**
 * Draws the file of an operator again, as a PNG of 64 by 64 pixels and at most 256 colours: nothing of the file itself is
 * served. A picture that is not square gets white margins. With one byte for each pixel, it is always below the bound of
 * the column.
 */
export const drawLogo = async (file: Uint8Array): Promise<Buffer> => {
  const { data, width, height, stored } = await decodeImage(file).catch((error: unknown) => {
    if (error instanceof UnreadableImage) return refuse(problems[error.problem])
    throw error
  })
  if (Math.min(stored.width, stored.height) < logoSidePixels)
    refuse(`The picture is smaller than ${logoSidePixels} by ${logoSidePixels} pixels.`)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize(logoSidePixels, logoSidePixels, { fit: 'contain', background: '#ffffff' })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}
