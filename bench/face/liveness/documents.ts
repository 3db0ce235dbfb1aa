import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { between, type Draw } from '../coverings.ts'
import type { AttackKind } from './attack-kind.ts'
import { cutPortrait } from './portraits.ts'
import {
  type Colour,
  css,
  drawBackground,
  drawQuad,
  lay,
  mapPixels,
  pick,
  toRaster,
  toSharp,
} from './raster.ts'

type Template = {
  ratio: number
  /** Relative to the width and height of the card. */
  photo: { left: number; top: number; width: number }
  text: { left: number; top: number; rows: number; size: number; right: number }
  hasMrz: boolean
  ground: Colour
  hasGuilloche: boolean
  font: string
  isRound?: boolean
}

const cards: Record<string, Template> = {
  'photo left, header': {
    ratio: 1.586,
    photo: { left: 0.05, top: 0.28, width: 0.27 },
    text: { left: 0.37, top: 0.32, rows: 6, size: 0.055, right: 0.95 },
    hasMrz: false,
    ground: [214, 228, 236],
    hasGuilloche: true,
    font: 'sans-serif',
  },
  'photo right, serif': {
    ratio: 1.586,
    photo: { left: 0.66, top: 0.22, width: 0.3 },
    text: { left: 0.05, top: 0.3, rows: 7, size: 0.05, right: 0.6 },
    hasMrz: false,
    ground: [236, 226, 206],
    hasGuilloche: false,
    font: 'serif',
  },
  'card with MRZ': {
    ratio: 1.42,
    photo: { left: 0.04, top: 0.14, width: 0.28 },
    text: { left: 0.36, top: 0.18, rows: 5, size: 0.045, right: 0.96 },
    hasMrz: true,
    ground: [222, 214, 232],
    hasGuilloche: true,
    font: 'sans-serif',
  },
  'badge, upright': {
    ratio: 0.7,
    photo: { left: 0.22, top: 0.2, width: 0.56 },
    text: { left: 0.15, top: 0.76, rows: 3, size: 0.05, right: 0.85 },
    hasMrz: false,
    ground: [248, 248, 250],
    hasGuilloche: false,
    font: 'sans-serif',
  },
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const word = (draw: Draw, alphabet: string, length: number) =>
  Array.from({ length }, () => pick(draw, [...alphabet])).join('')
const words = (draw: Draw) =>
  Array.from({ length: 1 + Math.floor(draw() * 3) }, () =>
    word(
      draw,
      draw() < 0.3 ? '0123456789' : draw() < 0.5 ? letters : letters.toLowerCase(),
      3 + Math.floor(draw() * 7),
    ),
  ).join(' ')

const guilloche = (draw: Draw, width: number, height: number) => {
  const hue = Math.floor(draw() * 360)
  return Array.from({ length: 26 }, (_, line) => {
    const [swing, waves, phase] = [height * between(draw, 0.03, 0.1), between(draw, 2, 6), line * 0.3]
    const points = Array.from({ length: 41 }, (_, step) => {
      const x = (step / 40) * width
      return `${x.toFixed(0)},${((line / 25) * height + swing * Math.sin((step / 40) * waves * 6.3 + phase)).toFixed(0)}`
    })
    return `<polyline points="${points.join(' ')}" fill="none" stroke="hsl(${hue},40%,70%)" stroke-width="1"/>`
  }).join('')
}

const drawCard = async (draw: Draw, template: Template, portrait: RgbImage): Promise<RgbImage> => {
  const width = template.ratio > 1 ? 1000 : 640
  const height = Math.round(width / template.ratio)
  const shift = () => between(draw, -0.02, 0.02)
  const photoWidth = Math.round(width * template.photo.width * between(draw, 0.9, 1.1))
  const photoHeight = Math.round(photoWidth * between(draw, 1.15, 1.35))
  const [left, top] = [
    Math.round(width * Math.max(0.02, template.photo.left + shift())),
    Math.round(height * Math.max(0.02, template.photo.top + shift())),
  ]
  const isGrey = draw() < 0.25
  const cut = toSharp(cutPortrait(draw, portrait, between(draw, 0.55, 0.72), 1.3)).resize(
    photoWidth,
    photoHeight,
    {
      fit: 'cover',
    },
  )
  const photo = await (isGrey ? cut.greyscale().toColourspace('srgb') : cut).png().toBuffer()
  const ground = template.ground.map((part) => part + between(draw, -20, 12)) as [number, number, number]
  const { text } = template
  const ink = css([between(draw, 0, 60), between(draw, 0, 60), between(draw, 0, 80)])
  const lines = Array.from({ length: text.rows }, (_, row) => {
    const y =
      height * (text.top + row * text.size * between(draw, 1.75, 1.85) * (template.ratio > 1 ? 1 : 0.8))
    const size = height * text.size * (row % 2 === 0 ? 0.7 : 1) * (template.ratio > 1 ? 1 : 0.8)
    const say = words(draw).slice(0, Math.floor(((text.right - text.left) * width) / (size * 0.6)))
    return `<text x="${text.left * width}" y="${y}" font-size="${size}" fill="${ink}" font-family="${template.font}">${say}</text>`
  })
  const header = `<rect width="${width}" height="${height * 0.13}" fill="hsl(${draw() * 360},50%,45%)" opacity="0.8"/><text x="${width * 0.05}" y="${height * 0.1}" font-size="${height * 0.07}" fill="#fff" font-family="${template.font}">${word(draw, letters, 5)} ${word(draw, letters, 8)}</text>`
  const mrz = [0.83, 0.89, 0.95]
    .map((y) => {
      const say = `${word(draw, letters, 8)}&lt;&lt;${word(draw, `${letters}0123456789`, 8)}${'&lt;'.repeat(12)}`
      return `<text x="${width * 0.04}" y="${height * y}" font-size="${width * 0.047}" textLength="${width * 0.92}" fill="#111" font-family="monospace">${say}</text>`
    })
    .join('')
  const svg = (inner: string) => Buffer.from(`<svg width="${width}" height="${height}">${inner}</svg>`)
  return toRaster(
    sharp({ create: { width, height, channels: 3, background: css(ground) } }).composite([
      { input: svg(`${template.hasGuilloche ? guilloche(draw, width, height) : ''}${header}`) },
      { input: photo, left, top: Math.min(top, height - photoHeight) },
      { input: svg(`${lines.join('')}${template.hasMrz ? mrz : ''}`) },
    ]),
  )
}

export const identityCard: AttackKind = {
  kind: 'identity card',
  instruments: Object.keys(cards),
  async make(draw, instrument, portrait, room) {
    const card = await drawCard(draw, cards[instrument]!, portrait)
    const isWide = card.width > card.height
    const [width, height] = isWide
      ? pick(draw, [
          [960, 720],
          [1067, 800],
          [853, 640],
          [720, 960],
        ] as const)
      : pick(draw, [
          [640, 853],
          [720, 960],
        ] as const)
    const scene = await drawBackground(draw, width, height, room)
    const wide = isWide ? width * between(draw, 0.8, 1.3) : width * between(draw, 0.7, 1.05)
    const quad = drawQuad(draw, {
      middle: { x: width * between(draw, 0.45, 0.55), y: height * between(draw, 0.45, 0.55) },
      width: wide,
      height: (wide * card.height) / card.width,
      turn: 0.15,
      tilt: 0.12,
    })
    const gleam = draw() < 0.4 ? between(draw, 30, 120) : 0
    const [x, y] = [draw(), draw()]
    return lay(card, quad, scene, (pixel, u, v) => {
      const light = gleam * Math.exp(-((u - x) ** 2 + (v - y) ** 2) / 0.03)
      for (let channel = 0; channel < 3; channel++) pixel[channel] = pixel[channel]! + light
    })
  },
}

/** Flat from edge to edge, like a scan. */
export const documentScan: AttackKind = {
  kind: 'document scan',
  instruments: Object.keys(cards),
  async make(draw, instrument, portrait) {
    const card = await drawCard(draw, cards[instrument]!, portrait)
    const turned = toSharp(card).rotate(between(draw, -3, 3), { background: '#fff' })
    const margin = () => Math.round(card.width * between(draw, 0, 0.15))
    const scan =
      draw() < 0.5
        ? turned.extend({
            top: margin(),
            bottom: margin(),
            left: margin(),
            right: margin(),
            background: '#fdfdfd',
          })
        : toSharp(card)
    return toRaster(sharp(await scan.png().toBuffer()))
  },
}

/** Copied in grey or in few colours: hard contrast, specks and toner grain. */
export const photocopy: AttackKind = {
  kind: 'photocopy',
  instruments: Object.keys(cards),
  async make(draw, instrument, portrait) {
    const card = await drawCard(draw, cards[instrument]!, portrait)
    const isColour = draw() < 0.4
    const hardness = between(draw, 1.1, 1.9)
    const grain = between(draw, 5, 35)
    const copy = mapPixels(card, (pixel) => {
      const grey = 0.3 * pixel[0] + 0.59 * pixel[1] + 0.11 * pixel[2]
      const speck = grain * (draw() + draw() - 1)
      for (let channel = 0; channel < 3; channel++) {
        const value = isColour ? pixel[channel]! : grey
        pixel[channel] = (value - 128) * hardness + 140 + speck
      }
    })
    const margin = Math.round(copy.width * between(draw, 0.02, 0.25))
    return toRaster(
      toSharp(copy).extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' }),
    )
  },
}
