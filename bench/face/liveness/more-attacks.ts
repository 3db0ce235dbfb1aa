import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import { between, type Draw } from '../coverings.ts'
import type { AttackKind } from './attack-kind.ts'
import { displaySurfaces } from './display-surfaces.ts'
import { paperSurfaces } from './paper-surfaces.ts'
import { cutPortrait } from './portraits.ts'
import { drawBackground, drawQuad, lay, mapPixels, pick, toRaster, toSharp } from './raster.ts'
import type { Surface } from './surface-effects.ts'

const sizes = [
  [640, 853],
  [720, 960],
  [640, 640],
  [853, 640],
] as const

/** `share` of the picture's height is the object. Beyond 1 only a part of the object is visible. */
type Shown = { share: readonly [number, number]; rim: number }
const shown: Record<string, Shown> = {
  'held, with a rim': { share: [0.65, 0.95], rim: 0.1 },
  'held, without a rim': { share: [0.6, 0.95], rim: 0 },
  'fills the picture': { share: [1.25, 1.5], rim: 0 },
  'fills the picture, larger': { share: [1.5, 1.9], rim: 0 },
}

/** The picture on its surface, in the hand or so close that it fills the photograph. */
const present =
  (surface: Surface, rimOf: (draw: Draw) => string): AttackKind['make'] =>
  async (draw, instrument, portrait, room) => {
    const { share, rim } = shown[instrument]!
    const cut = cutPortrait(draw, portrait, between(draw, 0.62, 0.95), between(draw, 1, 1.3))
    const picture = await toRaster(toSharp(cut).resize(pick(draw, [420, 540, 680])))
    const treated = await surface(draw, picture, room)
    const margin = Math.round(rim * between(draw, 0.2, 1.2) * treated.width)
    const edge = { top: margin, bottom: margin, left: margin, right: margin, background: rimOf(draw) }
    const thing = margin > 0 ? await toRaster(toSharp(treated).extend(edge)) : treated
    const [width, height] = pick(draw, share[0] > 1 ? sizes.slice(0, 3) : sizes)
    const tall =
      Math.max(height, share[0] > 1 ? width * (thing.height / thing.width) : 0) * between(draw, ...share)
    const quad = drawQuad(draw, {
      middle: { x: width * between(draw, 0.45, 0.55), y: height * between(draw, 0.45, 0.55) },
      width: (tall * thing.width) / thing.height,
      height: tall,
      turn: 0.15,
      tilt: 0.12,
    })
    return lay(thing, quad, await drawBackground(draw, width, height, room))
  }

const paperRim = (draw: Draw) => pick(draw, ['#f4f1ea', '#e8e4da', '#ffffff', '#d9d4c7'])
const displayRim = (draw: Draw) => pick(draw, ['#0c0c0c', '#181818', '#303030', '#c8c8c8'])

const ofSurfaces = (surfaces: Record<string, Surface>, rimOf: (draw: Draw) => string): AttackKind[] =>
  Object.entries(surfaces).map(([kind, surface]) => ({
    kind,
    instruments: Object.keys(shown),
    make: present(surface, rimOf),
  }))

/** A printed face worn in front of a face: through its holes, or next to it, another person is visible. */
const wornMask = (kind: string, change: (draw: Draw, print: RgbImage) => RgbImage): AttackKind => ({
  kind,
  instruments: ['worn, plain room', 'worn, in a scene', 'held before the head', 'worn, near'],
  async make(draw, instrument, portrait, room) {
    const print = change(draw, cutPortrait(draw, portrait, between(draw, 0.46, 0.56), 1.3))
    const [width, height] = pick(draw, sizes.slice(0, 3))
    const scene =
      instrument === 'worn, plain room'
        ? await drawBackground(draw, width, height, room)
        : await toRaster(toSharp(room).resize(width, height, { fit: 'cover' }))
    const tall = height * (instrument === 'worn, near' ? between(draw, 0.75, 0.95) : between(draw, 0.5, 0.7))
    const quad = drawQuad(draw, {
      middle: { x: width * between(draw, 0.47, 0.53), y: height * between(draw, 0.45, 0.52) },
      width: (tall * print.width) / print.height,
      height: tall,
      turn: 0.15,
      tilt: 0.12,
    })
    const power = between(draw, 2, 3.2)
    const hole = draw() < 0.5 ? between(draw, 0.03, 0.06) : 0
    const dark = between(draw, 20, 70)
    return lay(print, quad, scene, (pixel, u, v) => {
      if (Math.abs(2 * u - 1) ** power + Math.abs(2 * v - 1) ** power > 1) return false
      const eye = Math.min(Math.hypot((u - 0.33) / 1.6, v - 0.41), Math.hypot((u - 0.67) / 1.6, v - 0.41))
      if (kind === 'mask with eye holes' && eye < 0.035 + hole) {
        for (let channel = 0; channel < 3; channel++) pixel[channel] = dark + 0.2 * pixel[channel]!
      }
      return true
    })
  },
})

const paperTone = (draw: Draw, print: RgbImage): RgbImage => {
  const [black, white, light] = [between(draw, 10, 50), between(draw, 195, 250), between(draw, 10, 60)]
  return mapPixels(print, (pixel, x) => {
    const u = (2 * x) / print.width - 1
    for (let channel = 0; channel < 3; channel++)
      pixel[channel] = black + (pixel[channel]! / 255) * (white - black) - light * u * u
  })
}

const facets = (draw: Draw, print: RgbImage): RgbImage => {
  const [left, right, nose] = [between(draw, -35, 35), between(draw, -35, 35), between(draw, 0, 40)]
  return mapPixels(paperTone(draw, print), (pixel, x, y) => {
    const [u, v] = [x / print.width, y / print.height]
    const light =
      (u < 0.5 ? left : right) * Math.abs(u - 0.5) * 2 + (Math.abs(u - 0.5) < 0.08 && v < 0.7 ? nose : 0)
    for (let channel = 0; channel < 3; channel++) pixel[channel] = pixel[channel]! + light
  })
}

const plastic = (draw: Draw, print: RgbImage): RgbImage => {
  const [x0, y0, light] = [between(draw, 0.3, 0.7), between(draw, 0.15, 0.4), between(draw, 40, 130)]
  return mapPixels(paperTone(draw, print), (pixel, x, y) => {
    const [u, v] = [x / print.width - x0, y / print.height - y0]
    const shine = light * Math.exp(-(u * u + v * v) / 0.01)
    for (let channel = 0; channel < 3; channel++) pixel[channel] = pixel[channel]! * 0.95 + shine
  })
}

export const moreKinds: readonly AttackKind[] = [
  ...ofSurfaces(paperSurfaces, paperRim),
  ...ofSurfaces(displaySurfaces, displayRim),
  wornMask('mask with eye holes', paperTone),
  wornMask('folded mask', facets),
  wornMask('plastic mask', plastic),
]
