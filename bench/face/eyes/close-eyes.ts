import type { Landmarks, Point, RgbImage } from '@nani/engines/face-engine/index.ts'
import { between, type Draw } from '../coverings.ts'

/** How an eye is drawn closed. Lengths are shares of its width. */
type Closing = {
  /** The remaining opening: 0 is closed. */
  left: number
  /** The position where the lids meet: 0 is the upper lid, 1 the lower one. */
  meeting: number
  /** How far the opening extends beyond the landmarks of the lids. */
  above: number
  below: number
  /** The height of the skin that is stretched over the eye. */
  skin: number
  /** The thickness and darkness (0 to 1) of the line of lashes. */
  line: number
  darkness: number
  /** How much further the lashes extend down than up. */
  fringe: number
  /** The darkening of the stretched skin as a share, because lids have make-up or are in the shadow of the brow. */
  shadow: number
  /** Skin of one painted colour instead of stretched skin. */
  isPainted: boolean
}

const firstPoints = [36, 42]
const black = [0, 0, 0]

export const drawShut = (draw: Draw): Closing => ({ ...drawClosing(draw), left: 0 })

/** Almost closed, but open: it must not be classified as closed. */
export const drawNarrowed = (draw: Draw): Closing => ({
  ...drawClosing(draw),
  left: between(draw, 0.3, 0.65),
  above: 0.02,
  below: 0.02,
  darkness: 0,
  shadow: 0,
  isPainted: false,
})

const drawClosing = (draw: Draw): Closing => ({
  left: 0,
  meeting: between(draw, 0.6, 1),
  above: between(draw, 0.03, 0.1),
  below: between(draw, 0.02, 0.07),
  skin: between(draw, 0.22, 0.4),
  line: between(draw, 0.02, 0.07),
  darkness: between(draw, 0.25, 0.95),
  fringe: draw() < 0.5 ? 1 : between(draw, 1, 3.5),
  shadow: draw() < 0.6 ? 0 : between(draw, 0, 0.45),
  isPainted: draw() < 0.35,
})

/** Both eyes of a face, closed or narrowed. The data set has few closed eyes. */
export const closeEyes = (image: RgbImage, landmarks: Landmarks, closing: Closing): RgbImage => {
  const data = new Uint8Array(image.data)
  for (const first of firstPoints) closeEye(image, landmarks.slice(first, first + 6), closing, data)
  return { ...image, data }
}

const closeEye = (image: RgbImage, lids: Landmarks, closing: Closing, into: Uint8Array) => {
  const [left, right] = [lids[0]!, lids[3]!]
  const width = Math.hypot(right.x - left.x, right.y - left.y)
  const [cos, sin] = [(right.x - left.x) / width, (right.y - left.y) / width]
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  // The frame of the eye: centre 0, width 1, v downwards.
  const toEye = ({ x, y }: Point) => ({
    u: (cos * (x - middle.x) + sin * (y - middle.y)) / width,
    v: (cos * (y - middle.y) - sin * (x - middle.x)) / width,
  })
  const toImage = (u: number, v: number): Point => ({
    x: middle.x + width * (cos * u - sin * v),
    y: middle.y + width * (sin * u + cos * v),
  })
  const places = lids.map(toEye)
  const upper = lidThrough([places[1]!, places[2]!])
  const lower = lidThrough([places[4]!, places[5]!])
  const openingAt = (u: number) => {
    const round = Math.sqrt(Math.max(0, 1 - (2 * u) ** 2 / 1.3))
    const top = upper(u) - closing.above * round
    const bottom = Math.max(lower(u) + closing.below * round, top)
    return { top, bottom, meeting: top + closing.meeting * (bottom - top), round }
  }
  const paint = closing.isPainted ? meanColour(image, toImage, openingAt, closing.skin) : null
  const dark = darkest(image, toImage, openingAt)
  const reach = 0.75 * width
  const rows = { from: Math.floor(middle.y - reach), to: Math.ceil(middle.y + reach) }
  const columns = { from: Math.floor(middle.x - reach), to: Math.ceil(middle.x + reach) }
  const pixel = [0, 0, 0]
  for (let y = Math.max(0, rows.from); y <= Math.min(image.height - 1, rows.to); y++) {
    for (let x = Math.max(0, columns.from); x <= Math.min(image.width - 1, columns.to); x++) {
      const { u, v } = toEye({ x, y })
      const opening = openingAt(u)
      if (Math.abs(u) > 0.56) continue
      const source = toImage(u, cameFrom(v, opening, closing))
      sample(image, source, pixel)
      if (paint) blend(pixel, paint, coverage(v, opening))
      if (closing.shadow > 0) {
        const below = Math.max(0, v - opening.meeting) / 0.05
        const above = Math.max(0, opening.top - closing.skin / 2 - v) / 0.1
        blend(pixel, black, closing.shadow * opening.round * Math.exp(-(below ** 2) - above ** 2))
      }
      if (closing.darkness > 0) {
        const off = (v - opening.meeting) / closing.line
        const away = off > 0 ? off / closing.fringe : off
        blend(pixel, dark, closing.darkness * opening.round * Math.exp(-(away ** 2)))
      }
      const at = (y * image.width + x) * 3
      for (let channel = 0; channel < 3; channel++) into[at + channel] = pixel[channel]!
    }
  }
}

type Opening = { top: number; bottom: number; meeting: number; round: number }

/** A parabola through both corners, with the height of the two points of the lid between them. */
const lidThrough = (points: readonly { u: number; v: number }[]) => {
  const heights = points.map(({ u, v }) => v / Math.max(0.2, 1 - 4 * u * u))
  const height = heights.reduce((sum, one) => sum + one, 0) / heights.length
  return (u: number) => height * Math.max(0, 1 - 4 * u * u)
}

/**
 * The height of the open eye that is visible at a height of the closed one: skin is stretched, the opening is
 * compressed.
 */
const cameFrom = (v: number, { top, bottom, meeting }: Opening, { left, skin }: Closing): number => {
  const [first, last] = [top - skin, bottom + skin]
  const kept = left * (bottom - top)
  const upperEdge = meeting - kept * ((meeting - top) / Math.max(bottom - top, 1e-6))
  const lowerEdge = upperEdge + kept
  if (v <= first || v >= last) return v
  if (v < upperEdge) return first + ((v - first) * (top - first)) / (upperEdge - first)
  if (v > lowerEdge) return last - ((last - v) * (last - bottom)) / (last - lowerEdge)
  return top + ((v - upperEdge) * (bottom - top)) / Math.max(kept, 1e-6)
}

/** 1 in the opening, decreasing over a tenth of the eye's width above and below. */
const coverage = (v: number, { top, bottom, round }: Opening): number => {
  const outside = Math.max(top - v, v - bottom, 0)
  return Math.min(1, 2 * round) * Math.exp(-((outside / 0.1) ** 2))
}

type ToImage = (u: number, v: number) => Point
type OpeningAt = (u: number) => Opening

/** The mean colour of the skin between lid and brow. */
const meanColour = (image: RgbImage, toImage: ToImage, openingAt: OpeningAt, skin: number): number[] => {
  const pixel = [0, 0, 0]
  const sum = [0, 0, 0]
  const across = [-0.2, -0.1, 0, 0.1, 0.2]
  for (const u of across) {
    sample(image, toImage(u, openingAt(u).top - skin / 3), pixel)
    for (let channel = 0; channel < 3; channel++) sum[channel]! += pixel[channel]! / across.length
  }
  return sum
}

/** The darkest colour of the open eye: about that of its lashes. */
const darkest = (image: RgbImage, toImage: ToImage, openingAt: OpeningAt): number[] => {
  const pixel = [0, 0, 0]
  let found = [255, 255, 255]
  for (let u = -0.4; u <= 0.4; u += 0.05) {
    const { top, bottom } = openingAt(u)
    for (let share = 0; share <= 1; share += 0.1) {
      sample(image, toImage(u, top + share * (bottom - top)), pixel)
      if (pixel[0]! + pixel[1]! + pixel[2]! < found[0]! + found[1]! + found[2]!) found = [...pixel]
    }
  }
  return found
}

const blend = (pixel: number[], colour: readonly number[], share: number) => {
  for (let channel = 0; channel < 3; channel++) {
    pixel[channel] = pixel[channel]! + share * (colour[channel]! - pixel[channel]!)
  }
}

const sample = ({ width, height, data }: RgbImage, { x, y }: Point, into: number[]) => {
  const left = Math.min(Math.max(Math.floor(x), 0), width - 2)
  const top = Math.min(Math.max(Math.floor(y), 0), height - 2)
  const across = Math.min(Math.max(x - left, 0), 1)
  const down = Math.min(Math.max(y - top, 0), 1)
  for (let channel = 0; channel < 3; channel++) {
    const at = (top * width + left) * 3 + channel
    const upper = data[at]! + across * (data[at + 3]! - data[at]!)
    const below = at + width * 3
    const lower = data[below]! + across * (data[below + 3]! - data[below]!)
    into[channel] = upper + down * (lower - upper)
  }
}
