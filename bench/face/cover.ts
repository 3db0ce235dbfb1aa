import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import { between, type Covering, type Draw } from './coverings.ts'

/** The position of a covering in an aligned face of 112 pixels: its centre, half its width and height, its rotation. */
export type Laid = { x: number; y: number; halfWidth: number; halfHeight: number; turn: number }

/** The picture with a covering, and its covered pixels. */
export const cover = (image: RgbImage, covering: Covering, laid: Laid) => {
  const data = Uint8ClampedArray.from(image.data)
  const covered = new Uint8Array(image.width * image.height)
  const cos = Math.cos(laid.turn)
  const sin = Math.sin(laid.turn)
  for (let pixel = 0; pixel < covered.length; pixel++) {
    const x = (pixel % image.width) + 0.5 - laid.x
    const y = Math.floor(pixel / image.width) + 0.5 - laid.y
    const u = (cos * x + sin * y) / laid.halfWidth
    const v = (cos * y - sin * x) / laid.halfHeight
    const colour = Math.abs(u) < 1 && Math.abs(v) < 1 ? covering(u, v) : null
    if (!colour) continue
    covered[pixel] = 1
    data.set(colour, 3 * pixel)
  }
  return { image: { ...image, data: new Uint8Array(data) }, covered }
}

/** Other light: everywhere, from a side (soft, or with the edge of a shadow), of another colour, with some noise. */
export const relight = (image: RgbImage, draw: Draw): RgbImage => {
  const gamma = Math.exp(between(draw, -0.7, 0.8))
  const gain = between(draw, 0.5, 1.25)
  const tints = [0, 0, 0].map(() => between(draw, -10, 10))
  const noise = draw() < 0.4 ? between(draw, 0, 12) : 0
  const from = between(draw, 0, 2 * Math.PI)
  const steepness = draw() < 0.5 ? between(draw, 0, 1.5) : 0
  const edge = draw() < 0.3 ? between(draw, 3, 8) : 0
  const data = new Uint8ClampedArray(image.data.length)
  for (let at = 0; at < data.length; at++) {
    const pixel = Math.floor(at / 3)
    const x = (pixel % image.width) / image.width - 0.5
    const y = Math.floor(pixel / image.width) / image.height - 0.5
    const along = 2 * (x * Math.cos(from) + y * Math.sin(from))
    const light = gain * Math.exp(steepness * (edge ? Math.tanh(edge * along) / 2 : along))
    const value = 255 * (image.data[at]! / 255) ** gamma * light
    data[at] = value + tints[at % 3]! + noise * (draw() + draw() - 1)
  }
  return { ...image, data: new Uint8Array(data) }
}
