import type { FaceHint } from '../texts/texts.ts'

/** RGBA pixels, as a canvas returns them. */
export type Pixels = { data: Uint8ClampedArray | readonly number[]; width: number; height: number }

export type Measured = {
  /** Mean light, 0 to 255. */
  light: number
  /** Mean difference of neighbours relative to the light: a blurred or moving picture has little. */
  detail: number
}

/* The limits only guide the person. The server decides which image is good enough. */
const minLight = 55
const maxLight = 215
const minDetail = 0.012

const lightOf = (data: Pixels['data'], at: number): number =>
  0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)

/** Light and detail of the middle of the picture, where the face is. */
export const measure = ({ data, width, height }: Pixels): Measured => {
  let [light, difference, pixels] = [0, 0, 0]
  for (let y = Math.floor(height * 0.2); y < Math.floor(height * 0.8); y++)
    for (let x = Math.floor(width * 0.25); x < Math.floor(width * 0.75); x++) {
      const at = (y * width + x) * 4
      const here = lightOf(data, at)
      light += here
      difference += Math.abs(here - lightOf(data, at + 4)) + Math.abs(here - lightOf(data, at + width * 4))
      pixels++
    }
  const mean = light / Math.max(pixels, 1)
  return { light: mean, detail: difference / Math.max(pixels, 1) / 2 / Math.max(mean, 1) }
}

/** The one thing to say now. `faces` is null where the browser cannot count faces. */
export const hintOf = ({ light, detail }: Measured, faces: number | null): FaceHint => {
  if (light < minLight) return 'too_dark'
  if (light > maxLight) return 'too_bright'
  if (faces === 0) return 'no_face'
  if (faces !== null && faces > 1) return 'several_faces'
  return detail < minDetail ? 'blurred' : 'good'
}
