/** Upright sRGB of 8 bits, rows from the top, three bytes (red, green, blue) a pixel. */
export type RgbImage = { width: number; height: number; data: Uint8Array }

/**
 * A photograph as the engine works on it: its first and only frame, turned upright (EXIF), converted to sRGB,
 * without alpha (on white), and no longer than `longestSidePixels` (a longer one is reduced).
 */
export type DecodedImage = RgbImage & {
  format: 'jpeg' | 'png'
  /** Of the file, upright. What the size rule of the specification is about. */
  stored: { width: number; height: number }
  /** Working pixels for each stored one; 1 when the image was not reduced. */
  scale: number
  /** The JPEG quality (1 to 100) that the file's quantisation tables amount to; null for PNG. */
  jpegQuality: number | null
}
