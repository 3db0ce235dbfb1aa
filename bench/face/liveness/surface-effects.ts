import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import { between, type Draw } from '../coverings.ts'
import { mapPixels, pick, sample, toRaster, toSharp } from './raster.ts'

/** What a picture looks like on a material or a display. `room` is any other picture, for reflections. */
export type Surface = (draw: Draw, picture: RgbImage, room: RgbImage) => RgbImage | Promise<RgbImage>

const lumaOf = ([red, green, blue]: readonly number[]) => 0.3 * red! + 0.59 * green! + 0.11 * blue!

/** The same change for the three channels of each pixel. */
export const shade = (picture: RgbImage, change: (value: number, x: number, y: number) => number) =>
  mapPixels(picture, (pixel, x, y) => {
    for (let channel = 0; channel < 3; channel++) pixel[channel] = change(pixel[channel]!, x, y)
  })

/** Less range and less colour than light: the darkest ink on the whitest paper. */
export const fade = (draw: Draw, picture: RgbImage, least = 0.5): RgbImage => {
  const black = between(draw, 10, 60)
  const white = between(draw, 200, 250)
  const colour = between(draw, least, 1)
  const paper = [1, between(draw, 0.95, 1), between(draw, 0.85, 1)]
  return mapPixels(picture, (pixel) => {
    const luma = lumaOf(pixel)
    for (let channel = 0; channel < 3; channel++) {
      const value = luma + colour * (pixel[channel]! - luma)
      pixel[channel] = (black + (value / 255) * (white - black)) * paper[channel]!
    }
  })
}

export const toGrey = (picture: RgbImage, tint: readonly number[] = [1, 1, 1]) =>
  mapPixels(picture, (pixel) => {
    const luma = lumaOf(pixel)
    for (let channel = 0; channel < 3; channel++) pixel[channel] = luma * tint[channel]!
  })

/** Floyd and Steinberg's diffusion of the error, to `levels` greys. */
export const diffuse = ({ width, height, data }: RgbImage, levels: number): RgbImage => {
  const step = 255 / (levels - 1)
  const luma = Float32Array.from({ length: width * height }, (_, at) =>
    lumaOf([data[3 * at]!, data[3 * at + 1]!, data[3 * at + 2]!]),
  )
  const dots = new Uint8Array(data.length)
  for (let at = 0; at < luma.length; at++) {
    const level = Math.min(255, Math.max(0, Math.round(luma[at]! / step) * step))
    const error = luma[at]! - level
    dots.fill(level, 3 * at, 3 * at + 3)
    if ((at + 1) % width) luma[at + 1]! += (7 / 16) * error
    for (const [offset, share] of [
      [width - 1, 3],
      [width, 5],
      [width + 1, 1],
    ] as const) {
      if (at + offset < luma.length) luma[at + offset]! += (share / 16) * error
    }
  }
  return { width, height, data: dots }
}

/** Dots of one ink at an angle. Their size is the darkness. */
export const screenDots = (picture: RgbImage, period: number, angle: number, hardness: number) => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return shade(picture, (value, x, y) => {
    const dot =
      Math.cos((Math.PI * 2 * (cos * x + sin * y)) / period) *
      Math.cos((Math.PI * 2 * (cos * y - sin * x)) / period)
    return value + hardness * dot * (value * (255 - value)) ** 0.5
  })
}

/** A faint second picture over the first, as glass, foil or a mirror shows it. */
export const reflect = async (draw: Draw, picture: RgbImage, room: RgbImage, most: number) => {
  const share = between(draw, 0.05, most)
  const other = await toRaster(
    toSharp(room)
      .resize(picture.width, picture.height, { fit: 'cover' })
      .flop()
      .blur(between(draw, 1, 8)),
  )
  return mapPixels(picture, (pixel, x, y) => {
    const at = 3 * (y * picture.width + x)
    for (let channel = 0; channel < 3; channel++)
      pixel[channel] = pixel[channel]! + share * other.data[at + channel]!
  })
}

/** Streaks of lamps on a glossy sheet. */
export const gleam = (draw: Draw, picture: RgbImage, most: number) => {
  const streaks = Array.from({ length: pick(draw, [1, 2, 3]) }, () => ({
    middle: between(draw, -0.2, 1.2),
    lean: between(draw, -1, 1),
    wide: between(draw, 0.02, 0.2),
    light: between(draw, 0.2, 1) * most,
  }))
  return shade(picture, (value, x, y) => {
    const [u, v] = [x / picture.width, y / picture.height]
    return streaks.reduce(
      (sum, { middle, lean, wide, light }) =>
        sum + light * Math.exp(-(((u + lean * v - middle) / wide) ** 2)),
      value,
    )
  })
}

/** Moves each pixel by a wave: folds of cloth, waves of paper. */
export const warp = (draw: Draw, picture: RgbImage, depth: number) => {
  const waves = Array.from({ length: 3 }, () => [
    between(draw, -9, 9),
    between(draw, -9, 9),
    between(draw, 0, 6),
  ])
  const into = [0, 0, 0]
  return mapPixels(picture, (pixel, x, y) => {
    const [u, v] = [x / picture.width, y / picture.height]
    const wave = waves.reduce((sum, [a, b, c]) => sum + Math.sin(a! * u + b! * v + c!), 0)
    sample(picture, x + depth * picture.width * wave, y + depth * picture.height * wave, into)
    for (let channel = 0; channel < 3; channel++) pixel[channel] = into[channel]! * (1 + 0.06 * wave)
  })
}

export const blurred = (picture: RgbImage, by: number) => toRaster(toSharp(picture).blur(by))

/** The picture in other pixels and back: the resolution of a printer or a display. */
export const inPixels = async (
  { width, height, ...rest }: RgbImage,
  columns: number,
  kernel: 'nearest' | 'cubic',
) =>
  toRaster(
    toSharp(
      await toRaster(
        toSharp({ width, height, ...rest }).resize(columns, Math.round((columns * height) / width), {
          fit: 'fill',
        }),
      ),
    ).resize(width, height, { fit: 'fill', kernel }),
  )

/** The light of a display: its curve, its white and its black. */
export const glow = (draw: Draw, picture: RgbImage, blue: number) => {
  const [gamma, gain, black] = [between(draw, 0.7, 1.5), between(draw, 0.7, 1.3), between(draw, 0, 35)]
  const cast = [between(draw, 0.85, 1), between(draw, 0.93, 1.05), between(draw, 1, blue)]
  return mapPixels(picture, (pixel) => {
    for (let channel = 0; channel < 3; channel++) {
      pixel[channel] = black + (255 - black) * gain * cast[channel]! * (pixel[channel]! / 255) ** gamma
    }
  })
}
