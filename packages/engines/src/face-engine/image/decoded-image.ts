/** Upright sRGB with 8 bits, rows from the top, three bytes (red, green, blue) for each pixel. */
export type RgbImage = { width: number; height: number; data: Uint8Array }

/**
 * A photograph in the form that the engine uses: its only frame, upright (EXIF), sRGB, without alpha (on white). Its
 * longest side is at most `longestSidePixels`; a longer image is reduced.
 */
export type DecodedImage = RgbImage & {
  format: 'jpeg' | 'png'
  /** Size of the file, upright. The size rule of the specification applies to it. */
  stored: { width: number; height: number }
  /** Working pixels for each stored pixel. 1 if the image was not reduced. */
  scale: number
  /** The JPEG quality (1 to 100) that corresponds to the quantisation tables of the file. Null for PNG. */
  jpegQuality: number | null
}
