import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import { crop } from '@nani/engines/face-engine/index.ts'

/** Numbers from 0 to 1, equal in every run. */
export type Draw = () => number

export const createDraw = (seed: number): Draw => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const between = (draw: Draw, least: number, most: number): number => least + (most - least) * draw()

/** A covering: its colour at a position from −1 to 1, across and down. Null outside it. */
export type Covering = (u: number, v: number) => readonly [number, number, number] | null

type Texture = (u: number, v: number) => readonly [number, number, number]
type Shape = (u: number, v: number) => boolean

/** Random shapes and surfaces. They represent objects that no data set contains. */
export const drawCovering = (draw: Draw, pictures: readonly RgbImage[]): Covering => {
  const isInside = drawShape(draw)
  const texture = drawTexture(draw, pictures)
  return (u, v) => (isInside(u, v) ? texture(u, v) : null)
}

const drawShape = (draw: Draw): Shape => {
  const roundness = between(draw, 1.6, 4)
  const waves = Math.floor(between(draw, 2, 7))
  const depth = between(draw, 0, 0.3)
  const turn = between(draw, 0, 2 * Math.PI)
  const blob: Shape = (u, v) =>
    (Math.abs(u) ** roundness + Math.abs(v) ** roundness) ** (1 / roundness) <
    1 - depth * (0.5 + 0.5 * Math.sin(waves * Math.atan2(v, u) + turn))
  const lens = (u: number, v: number, middle: number) => ((u - middle) / 0.42) ** 2 + (v / 0.8) ** 2 < 1
  const spectacles: Shape = (u, v) =>
    lens(u, v, -0.5) || lens(u, v, 0.5) || (Math.abs(u) < 0.15 && Math.abs(v + 0.2) < 0.15)
  const mask: Shape = (u, v) => v > -0.8 + 0.5 * u * u && Math.abs(u) < 1 - 0.35 * Math.max(0, v)
  const which = draw()
  return which < 0.45 ? blob : which < 0.6 ? () => true : which < 0.8 ? spectacles : mask
}

const drawColour = (draw: Draw): [number, number, number] => {
  const grey = between(draw, 0, 255)
  const spread = draw() < 0.35 ? 15 : 255
  const part = () => Math.min(255, Math.max(0, grey + between(draw, -spread, spread)))
  return [part(), part(), part()]
}

const drawTexture = (draw: Draw, pictures: readonly RgbImage[]): Texture => {
  const which = draw()
  if (which < 0.42) return drawPatch(draw, pictures)
  const one = drawColour(draw)
  const other = drawColour(draw)
  const [across, down] = [between(draw, -25, 25), between(draw, -25, 25)]
  if (which < 0.62) return (u, v) => mapColour(one, (value) => value + across * u + down * v)
  const width = between(draw, -1, 1)
  if (which < 0.78) return (u, v) => (Math.sin(across * u + down * v) > width ? one : other)
  const noise = between(draw, 5, 50)
  return () => mapColour(one, (value) => value + noise * (draw() + draw() - 1))
}

/** A piece of any picture, including skin and cloth, of any size. */
const drawPatch = (draw: Draw, pictures: readonly RgbImage[]): Texture => {
  const picture = pictures[Math.floor(draw() * pictures.length)]!
  const scale = between(draw, 0.12, 1)
  const side = 96
  const reach = side * scale
  const patch = crop(
    picture,
    {
      a: scale,
      b: 0,
      x0: between(draw, 0, Math.max(0, picture.width - reach)),
      y0: between(draw, 0, Math.max(0, picture.height - reach)),
    },
    side,
    side,
  )
  const place = (part: number) => Math.min(side - 1, Math.max(0, Math.floor(((part + 1) / 2) * side)))
  return (u, v) => {
    const at = (place(v) * side + place(u)) * 3
    return [patch.data[at]!, patch.data[at + 1]!, patch.data[at + 2]!]
  }
}

const mapColour = (
  [red, green, blue]: readonly [number, number, number],
  change: (value: number) => number,
): [number, number, number] => [change(red), change(green), change(blue)]
