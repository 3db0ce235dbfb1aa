import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import { between, type Draw } from '../coverings.ts'
import type { AttackKind } from './attack-kind.ts'
import { cutPortrait } from './portraits.ts'
import { drawBackground, drawQuad, lay, mapPixels, pick, type Quad, toRaster, toSharp } from './raster.ts'

/** Ink on paper: a halftone screen with an angle for each ink. */
const halftone = (draw: Draw, picture: RgbImage): RgbImage => {
  const period = between(draw, 2.2, 5)
  const strength = between(draw, 0.25, 0.9)
  const angles = [0.26, 1.31, 0].map((angle) => angle + between(draw, -0.1, 0.1))
  return mapPixels(picture, (pixel, x, y) => {
    for (let channel = 0; channel < 3; channel++) {
      const [cos, sin] = [Math.cos(angles[channel]!), Math.sin(angles[channel]!)]
      const dot =
        Math.cos((2 * Math.PI * (cos * x + sin * y)) / period) *
        Math.cos((2 * Math.PI * (cos * y - sin * x)) / period)
      pixel[channel] =
        pixel[channel]! + strength * 90 * dot * (1 - Math.abs(pixel[channel]! / 127.5 - 1) ** 2)
    }
  })
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** Ordered dithering to a few levels, like cheap printers and old screens. */
const orderedDither = (draw: Draw, picture: RgbImage): RgbImage => {
  const levels = pick(draw, [3, 4, 6, 8])
  const step = 255 / (levels - 1)
  return mapPixels(picture, (pixel, x, y) => {
    const threshold = (bayer[(y % 4) * 4 + (x % 4)]! + 0.5) / 16 - 0.5
    for (let channel = 0; channel < 3; channel++) {
      pixel[channel] = Math.round(pixel[channel]! / step + threshold) * step
    }
  })
}

/** Random drops of ink, whose mean is the colour. */
const inkjet = (draw: Draw, picture: RgbImage): RgbImage => {
  const strength = between(draw, 15, 60)
  return mapPixels(picture, (pixel) => {
    for (let channel = 0; channel < 3; channel++)
      pixel[channel] = pixel[channel]! + strength * (draw() + draw() - 1)
  })
}

/** Paper is darker than light, and ink is brighter than shadow. */
const inPaperColours = (draw: Draw, picture: RgbImage): RgbImage => {
  const black = between(draw, 15, 70)
  const white = [between(draw, 190, 255), between(draw, 190, 250), between(draw, 175, 245)]
  const pale = between(draw, 0, 0.5)
  return mapPixels(picture, (pixel) => {
    const grey = 0.3 * pixel[0] + 0.59 * pixel[1] + 0.11 * pixel[2]
    for (let channel = 0; channel < 3; channel++) {
      const value = pixel[channel]! * (1 - pale) + grey * pale
      pixel[channel] = black + (value / 255) * (white[channel]! - black)
    }
  })
}

const prints: Record<string, (draw: Draw, picture: RgbImage) => RgbImage> = {
  halftone,
  'ordered dither': orderedDither,
  inkjet,
  'photographic paper': (_, picture) => picture,
}

/** A curl of the sheet, and the reflection of a lamp. */
const drawSheen = (draw: Draw) => {
  const [curl, phase] = [between(draw, 0, 45), between(draw, 0, 6)]
  const gleam = draw() < 0.4 ? between(draw, 20, 110) : 0
  const [x, y, wide] = [between(draw, 0, 1), between(draw, 0, 1), between(draw, 0.05, 0.3)]
  return (pixel: number[], u: number, v: number) => {
    const light =
      curl * Math.sin(3 * u + 2 * v + phase) + gleam * Math.exp(-((u - x) ** 2 + (v - y) ** 2) / wide ** 2)
    for (let channel = 0; channel < 3; channel++) pixel[channel] = pixel[channel]! + light
  }
}

type Cut = { share: number; ratio: number }

const printed = async (draw: Draw, instrument: string, portrait: RgbImage, { share, ratio }: Cut) => {
  const cut = cutPortrait(draw, portrait, share, ratio)
  const picture = await toRaster(toSharp(cut).resize(pick(draw, [360, 480, 600])))
  return inPaperColours(draw, prints[instrument]!(draw, picture))
}

/** Skin like four fingertips at the lower or side edge, as if a hand held the sheet. */
const withFingers = (draw: Draw, scene: RgbImage, quad: Quad): RgbImage => {
  const tone = between(draw, 70, 210)
  const from = draw() < 0.5 ? quad[3] : quad[1]
  const to = quad[2]
  const size = Math.hypot(to.x - from.x, to.y - from.y) * between(draw, 0.05, 0.1)
  const tips = Array.from({ length: draw() < 0.5 ? 1 : 3 }, (_, index) => {
    const part = 0.3 + 0.18 * index + between(draw, -0.04, 0.04)
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
  })
  return mapPixels(scene, (pixel, x, y) => {
    const near = Math.min(...tips.map((tip) => Math.hypot(x - tip.x, (y - tip.y) * 0.7))) / size
    if (near >= 1) return
    const light = tone * (1.05 - 0.35 * near ** 2)
    pixel[0] = light
    pixel[1] = light * 0.75
    pixel[2] = light * 0.62
  })
}

export const heldPrint: AttackKind = {
  kind: 'printed photograph',
  instruments: Object.keys(prints),
  async make(draw, instrument, portrait, room) {
    const picture = await printed(draw, instrument, portrait, {
      share: between(draw, 0.65, 0.95),
      ratio: between(draw, 1, 1.35),
    })
    const margin = draw() < 0.6 ? Math.round(picture.width * between(draw, 0.02, 0.16)) : 0
    const edge = { top: margin, bottom: margin, left: margin, right: margin, background: '#eeeae6' }
    const sheet = margin > 0 ? await toRaster(toSharp(picture).extend(edge)) : picture
    const [width, height] = pick(draw, [
      [640, 853],
      [853, 640],
      [720, 960],
      [640, 640],
    ] as const)
    const scene = await drawBackground(draw, width, height, room)
    const tall = Math.min(height, width * 1.3) * between(draw, 0.55, 1)
    const quad = drawQuad(draw, {
      middle: { x: width * between(draw, 0.4, 0.6), y: height * between(draw, 0.42, 0.58) },
      width: (tall * sheet.width) / sheet.height,
      height: tall,
      turn: 0.3,
      tilt: 0.15,
    })
    const laid = await lay(sheet, quad, scene, drawSheen(draw))
    return draw() < 0.5 ? withFingers(draw, laid, quad) : laid
  },
}

export const nearPrint: AttackKind = {
  kind: 'print, close',
  instruments: Object.keys(prints).filter((name) => name !== 'photographic paper'),
  async make(draw, instrument, portrait) {
    const picture = await printed(draw, instrument, portrait, { share: between(draw, 0.6, 0.9), ratio: 1.2 })
    const quad = drawQuad(draw, {
      middle: { x: picture.width / 2, y: picture.height / 2 },
      width: picture.width * 1.25,
      height: picture.height * 1.25,
      turn: 0.15,
      tilt: 0.08,
    })
    return lay(picture, quad, picture, drawSheen(draw))
  },
}

/** A face cut out of a print, worn or held in front of a head. */
export const cutOut: AttackKind = {
  kind: 'cut-out mask',
  instruments: ['oval, paper', 'oval, curled', 'oval, with a rim', 'head and neck'],
  async make(draw, instrument, portrait, room) {
    const print = inPaperColours(
      draw,
      cutPortrait(draw, portrait, instrument === 'head and neck' ? 0.75 : 0.5, 1.35),
    )
    const [width, height] = pick(draw, [
      [640, 853],
      [640, 640],
      [720, 960],
    ] as const)
    // Either worn by a person in a sharp scene, or held in front of any background.
    const isWorn = draw() < 0.5
    const scene = isWorn
      ? await toRaster(toSharp(room).resize(width, height, { fit: 'cover' }))
      : await drawBackground(draw, width, height, room)
    const tall = isWorn ? height * between(draw, 0.55, 0.7) : height * between(draw, 0.45, 0.7)
    const quad = drawQuad(draw, {
      middle: isWorn
        ? { x: width * between(draw, 0.48, 0.52), y: height * between(draw, 0.46, 0.52) }
        : { x: width * between(draw, 0.42, 0.58), y: height * between(draw, 0.42, 0.55) },
      width: (tall * print.width) / print.height,
      height: tall,
      turn: 0.2,
      tilt: 0.1,
    })
    const sheen = drawSheen(draw)
    const rim = instrument === 'oval, with a rim' ? between(draw, 0.03, 0.1) : 0
    const bend = instrument === 'oval, curled' ? between(draw, 40, 90) : 0
    const power = instrument === 'head and neck' ? 3.5 : between(draw, 2, 2.6)
    const far = (u: number, v: number) => Math.abs(2 * u - 1) ** power + Math.abs(2 * v - 1) ** power
    return lay(print, quad, scene, (pixel, u, v) => {
      const from = far(u, v)
      if (from > 1) return false
      sheen(pixel, u, v)
      for (let channel = 0; channel < 3; channel++) {
        pixel[channel] = rim > 0 && from > 1 - 3 * rim ? 238 : pixel[channel]! - bend * (2 * u - 1) ** 2
      }
      return true
    })
  },
}
