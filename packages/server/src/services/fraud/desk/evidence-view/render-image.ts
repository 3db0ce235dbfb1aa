import sharp from 'sharp'
import { maxOutputBytes, NotRendered, type Rendering } from './rendered-file.ts'

const maxPixels = 100_000_000
/** An image of noise is drawn again, smaller. At the second side every image fits: 2,800 × 2,800 pixels of four bytes. */
const maxSides = [4_000, 2_800]

/** A photograph takes a third less processor than with 6, which is usual, and has 1 % more bytes. */
const compressionLevel = 3

/** Decodes an image and encodes its pixels as PNG. Metadata and trailing bytes are lost. */
export const renderImage = async (bytes: Buffer): Promise<Rendering> => {
  const drawn = (side: number) =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel })
      .toBuffer()
  for (const side of maxSides) {
    const png = await drawn(side).catch(() => {
      throw new NotRendered('the image cannot be decoded')
    })
    if (png.length <= maxOutputBytes)
      return { files: [{ name: 'image.png', contentType: 'image/png', bytes: png }], omitted: 0 }
  }
  throw new NotRendered('the image is too large')
}
