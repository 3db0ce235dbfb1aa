import sharp, { type Metadata } from 'sharp'
import type { DecodedImage } from './decoded-image.ts'
import { isTooCostly, maxPixels } from './decoding-cost.ts'
import { jpegQuality } from './jpeg-quality.ts'

/** The reason why a file cannot be used as a photograph. */
export type ImageProblem = 'not_jpeg_or_png' | 'too_many_pixels' | 'animated' | 'damaged'

export class UnreadableImage extends Error {
  readonly problem: ImageProblem
  constructor(problem: ImageProblem, cause?: unknown) {
    super(`unreadable image: ${problem}`, { cause })
    this.problem = problem
  }
}

/** The photograph can be valid. A retry at lower load can succeed. */
export class DecodingTooSlow extends Error {}

const decodingTimeoutSeconds = 2

/**
 * A longer image is reduced to this length. A face that fills a quarter of it still has three times the pixels that
 * models use.
 */
export const longestSidePixels = 1280

/** Converts a JPEG or PNG to upright sRGB. Throws `UnreadableImage` for every other file, including forged ones. */
export const decodeImage = async (bytes: Uint8Array): Promise<DecodedImage> => {
  const format = formatOf(bytes)
  if (!format) throw new UnreadableImage('not_jpeg_or_png')
  const pipeline = () => sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels, pages: 1 })
  const metadata = await pipeline().metadata().catch(refuse)
  const stored = uprightSize(metadata)
  if (metadata.format !== format) throw new UnreadableImage('not_jpeg_or_png')
  if (isTooCostly(format, bytes, metadata)) throw new UnreadableImage('too_many_pixels')
  if (format === 'png' && isAnimated(bytes)) throw new UnreadableImage('animated')
  const { data, info } = await pipeline()
    .autoOrient()
    .resize({ width: longestSidePixels, height: longestSidePixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: decodingTimeoutSeconds })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  return {
    width: info.width,
    height: info.height,
    data: threeChannels(data, info.channels),
    format,
    stored,
    scale: info.width / stored.width,
    jpegQuality: format === 'jpeg' ? jpegQuality(bytes) : null,
  }
}

const refuse = (error: unknown): never => {
  const says = (what: RegExp) => error instanceof Error && what.test(error.message)
  if (says(/timeout/i)) throw new DecodingTooSlow('a photograph was not decoded in time', { cause: error })
  const isTooLarge = says(/pixel limit/i)
  throw new UnreadableImage(isTooLarge ? 'too_many_pixels' : 'damaged', error)
}

const formatOf = (bytes: Uint8Array): 'jpeg' | 'png' | null => {
  const startsWith = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  return null
}

const uprightSize = ({ width, height, orientation = 1 }: Metadata) =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

/** An animated PNG has a chunk for it before its first image data. Decoders show the first frame without an error. */
const isAnimated = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

/** A greyscale file has one channel. */
const threeChannels = (data: Uint8Array, channels: number): Uint8Array => {
  if (channels === 3) return data
  const rgb = new Uint8Array((data.length / channels) * 3)
  for (let from = 0, to = 0; from < data.length; from += channels) {
    rgb[to++] = data[from]!
    rgb[to++] = data[from]!
    rgb[to++] = data[from]!
  }
  return rgb
}
