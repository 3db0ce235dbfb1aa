import sharp from 'sharp'
import { NotRendered, type Rendering } from './rendered-file.ts'

const maxPixels = 100_000_000
const maxSide = 4_000

/** Decodes an image and encodes its pixels as PNG. Metadata and trailing bytes are lost. */
export const renderImage = async (bytes: Buffer): Promise<Rendering> => {
  try {
    const png = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return { files: [{ name: 'image.png', contentType: 'image/png', bytes: png }], omitted: 0 }
  } catch {
    throw new NotRendered('the image cannot be decoded')
  }
}
