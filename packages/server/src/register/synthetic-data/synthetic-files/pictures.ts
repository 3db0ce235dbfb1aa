import { type Draws, drawsOf, hashOf } from '../draws.ts'
import { type Canvas, type Colour, canvas, type Ellipse } from './canvas.ts'
import { encodePng } from './png.ts'

const skins: readonly Colour[] = [
  [92, 58, 38],
  [116, 74, 48],
  [74, 46, 32],
  [134, 90, 60],
]
const shirts: readonly Colour[] = [
  [32, 82, 140],
  [150, 40, 46],
  [36, 112, 72],
  [206, 158, 40],
]
const dark: Colour = [22, 18, 18]
const white: Colour = [240, 240, 236]
const paper: Colour = [226, 234, 242]
const ink: Colour = [60, 72, 96]

type Placement = { left: number; top: number; scale: number }

const face = (picture: Canvas, draws: Draws, { left, top, scale }: Placement) => {
  const at = (value: number) => Math.round(value * scale)
  const skin = draws.pick(skins)
  const width = 118 + draws.below(20)
  const spread = 46 + draws.below(10)
  const shape = ([x, y, radiusX, radiusY]: Ellipse, colour: Colour) =>
    picture.ellipse([left + at(x), top + at(y), at(radiusX), at(radiusY)], colour)
  shape([240, 620, 210, 150], draws.pick(shirts))
  shape([240, 470, 52, 90], skin)
  shape([240, 250, width + 12, 168], dark)
  shape([240, 290, width, 164], skin)
  for (const side of [-1, 1]) {
    shape([240 + side * spread, 262, 24, 12], white)
    shape([240 + side * spread, 262, 11, 11], dark)
    shape([240 + side * spread, 232, 28, 5], dark)
  }
  shape([240, 322, 18, 26], [Math.max(0, skin[0] - 16), Math.max(0, skin[1] - 12), Math.max(0, skin[2] - 8)])
  shape([240, 384, 40 + draws.below(12), 12], [138, 62, 60])
}

/** A drawn portrait of 480 × 640, the minimum size of Face Recognition. It shows no real person. */
export const drawSelfie = (seed: string): Buffer => {
  const draws = drawsOf(hashOf(`selfie ${seed}`))
  const picture = canvas(480, 640, [196 + draws.below(30), 200 + draws.below(30), 206 + draws.below(30)])
  face(picture, draws, { left: 0, top: 0, scale: 1 })
  return encodePng(picture)
}

/** A drawn card with a border, a portrait and lines of text, in the proportions of an identity card (ID-1). */
export const drawDocument = (seed: string): Buffer => {
  const draws = drawsOf(hashOf(`document ${seed}`))
  const picture = canvas(428, 270, ink)
  picture.rectangle([6, 6, 416, 258], paper)
  picture.rectangle([6, 6, 416, 40], draws.pick(shirts))
  picture.rectangle([20, 60, 108, 144], white)
  face(picture, draws, { left: 20, top: 60, scale: 0.224 })
  // The shirt of the portrait extends below its frame.
  picture.rectangle([6, 204, 416, 60], paper)
  for (let line = 0; line < 6; line++) picture.rectangle([148, 66 + line * 24, 90 + draws.below(160), 8], ink)
  for (let mark = 0; mark < 44; mark++) {
    picture.rectangle([20 + mark * 9, 220, 2 + draws.below(5), 10], ink)
    picture.rectangle([20 + mark * 9, 240, 2 + draws.below(5), 10], ink)
  }
  return encodePng(picture)
}
