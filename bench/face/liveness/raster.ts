import type { Point, RgbImage } from '@nani/engines/face-engine/index.ts'
import sharp, { type Sharp } from 'sharp'
import { between, type Draw } from '../coverings.ts'

export type Colour = readonly [number, number, number]

export const toSharp = ({ width, height, data }: RgbImage): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } })

export const toRaster = async (picture: Sharp): Promise<RgbImage> => {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels === 3) return { width, height, data }
  // Grey has one channel, and a composition keeps its alpha.
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < rgb.length; at++) {
    rgb[at] = data[Math.floor(at / 3) * channels + (channels < 3 ? 0 : at % 3)]!
  }
  return { width, height, data: rgb }
}

/** Applies `change` to every pixel. It gets the position of the pixel and writes its three values. */
export const mapPixels = (
  { width, height, data }: RgbImage,
  change: (pixel: [number, number, number], x: number, y: number) => void,
): RgbImage => {
  const changed = new Uint8ClampedArray(data.length)
  const pixel: [number, number, number] = [0, 0, 0]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      pixel[0] = data[at]!
      pixel[1] = data[at + 1]!
      pixel[2] = data[at + 2]!
      change(pixel, x, y)
      changed[at] = pixel[0]
      changed[at + 1] = pixel[1]
      changed[at + 2] = pixel[2]
    }
  }
  return { width, height, data: new Uint8Array(changed.buffer) }
}

export type Quad = readonly [Point, Point, Point, Point]

/** A flat object, rotated and tilted: its corners in the picture, from the upper left, clockwise. */
export const drawQuad = (
  draw: Draw,
  {
    middle,
    width,
    height,
    turn,
    tilt,
  }: { middle: Point; width: number; height: number; turn: number; tilt: number },
): Quad => {
  const angle = between(draw, -turn, turn)
  const [leanX, leanY] = [between(draw, -tilt, tilt), between(draw, -tilt, tilt)]
  const corner = (u: number, v: number): Point => {
    const depth = 1 + leanX * u + leanY * v
    const x = (u * width) / 2 / depth
    const y = (v * height) / 2 / depth
    return {
      x: middle.x + x * Math.cos(angle) - y * Math.sin(angle),
      y: middle.y + x * Math.sin(angle) + y * Math.cos(angle),
    }
  }
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/** The projective map from the pixels of a picture to 0–1 across and down of a quad. */
export const toUnitSquare = ([a, b, c, d]: Quad): ((x: number, y: number) => [number, number]) => {
  const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y]
  const [dx1, dy1, dx2, dy2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y]
  const divisor = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / divisor
  const h = (dx1 * sy - sx * dy1) / divisor
  const [m0, m1, m2] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x]
  const [m3, m4, m5] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y]
  // The adjugate of ((m0 m1 m2) (m3 m4 m5) (g h 1)) is its inverse except for a factor.
  return (x, y) => {
    const u = (m4 - m5 * h) * x + (m2 * h - m1) * y + (m1 * m5 - m2 * m4)
    const v = (m5 * g - m3) * x + (m0 - m2 * g) * y + (m2 * m3 - m0 * m5)
    const w = (m3 * h - m4 * g) * x + (m1 * g - m0 * h) * y + (m0 * m4 - m1 * m3)
    return [u / w, v / w]
  }
}

/** Interpolates into `into`. A position outside uses the nearest pixel. */
export const sample = ({ width, height, data }: RgbImage, x: number, y: number, into: number[]): void => {
  const inX = Math.min(Math.max(x - 0.5, 0), width - 1.001)
  const inY = Math.min(Math.max(y - 0.5, 0), height - 1.001)
  const [left, top] = [Math.floor(inX), Math.floor(inY)]
  const [u, v] = [inX - left, inY - top]
  const at = (top * width + left) * 3
  for (let channel = 0; channel < 3; channel++) {
    const place = at + channel
    const upper = data[place]! * (1 - u) + data[place + 3]! * u
    const lower = data[place + 3 * width]! * (1 - u) + data[place + 3 * width + 3]! * u
    into[channel] = upper * (1 - v) + lower * v
  }
}

/**
 * Draws a flat object into a picture. `shade` changes its light at a position, as a curl or a reflection does. It
 * returns false where the object is cut away.
 */
export const lay = async (
  thing: RgbImage,
  quad: Quad,
  onto: RgbImage,
  shade: (pixel: number[], u: number, v: number) => unknown = () => true,
): Promise<RgbImage> => {
  const wide = Math.max(distance(quad[0], quad[1]), distance(quad[3], quad[2]))
  const source =
    wide < thing.width * 0.8 ? await toRaster(toSharp(thing).resize(Math.max(8, Math.round(wide)))) : thing
  const place = toUnitSquare(quad)
  const colour = [0, 0, 0]
  return mapPixels(onto, (pixel, x, y) => {
    const [u, v] = place(x + 0.5, y + 0.5)
    if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) return
    sample(source, u * source.width, v * source.height, colour)
    if (shade(colour, u, v) === false) return
    pixel[0] = colour[0]!
    pixel[1] = colour[1]!
    pixel[2] = colour[2]!
  })
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

export const pick = <T>(draw: Draw, items: readonly T[]): T => items[Math.floor(draw() * items.length)]!

export const css = ([red, green, blue]: Colour) => `rgb(${red | 0},${green | 0},${blue | 0})`

/** A background: a table, a wall, or a room out of focus. */
export const drawBackground = async (draw: Draw, width: number, height: number, room: RgbImage) => {
  const which = draw()
  if (which < 0.4) {
    const blurred = toSharp(room)
      .resize(width, height, { fit: 'cover' })
      .blur(between(draw, 4, 20))
    return toRaster(draw() < 0.5 ? blurred : blurred.flop())
  }
  const base = [0, 0, 0].map(() => between(draw, 20, 235))
  const spread = draw() < 0.6 ? 0.8 : 0
  const mean = (base[0]! + base[1]! + base[2]!) / 3
  const colour = base.map((part) => part * (1 - spread) + mean * spread)
  const [across, down] = [between(draw, -60, 60), between(draw, -60, 60)]
  const grain = which < 0.7 ? between(draw, 0, 14) : 0
  const [along, twist] = [between(draw, 20, 160), between(draw, -3, 3)]
  return mapPixels({ width, height, data: new Uint8Array(width * height * 3) }, (pixel, x, y) => {
    const [u, v] = [x / width - 0.5, y / height - 0.5]
    const wood = grain * Math.sin(along * v + 3 * Math.sin(twist * 4 * u + 9 * v) + 2 * Math.sin(17 * u))
    const light = across * u + down * v + wood
    for (let channel = 0; channel < 3; channel++) pixel[channel] = colour[channel]! + light
  })
}
