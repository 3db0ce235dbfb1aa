import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import sharp from 'sharp'
import { between, type Draw } from '../coverings.ts'
import type { AttackKind } from './attack-kind.ts'
import { cutPortrait } from './portraits.ts'
import { css, drawBackground, drawQuad, lay, mapPixels, pick, toRaster, toSharp } from './raster.ts'

type Phone = { ratio: number; bezel: number; chin: number; body: number; round: number; bars: boolean }

const phones: Record<string, Phone> = {
  'phone, thin black bezel': { ratio: 2.1, bezel: 0.03, chin: 0.03, body: 12, round: 0.1, bars: true },
  'phone, chin and forehead': { ratio: 1.78, bezel: 0.05, chin: 0.28, body: 20, round: 0.08, bars: false },
  'phone, white body': { ratio: 1.7, bezel: 0.07, chin: 0.3, body: 235, round: 0.1, bars: false },
  'tablet, grey bezel': { ratio: 1.33, bezel: 0.08, chin: 0.12, body: 60, round: 0.04, bars: true },
  'phone, sideways': { ratio: 0.5, bezel: 0.06, chin: 0.02, body: 15, round: 0.06, bars: false },
}

const drawPhone = async (draw: Draw, phone: Phone, portrait: RgbImage): Promise<RgbImage> => {
  const isSideways = phone.ratio < 1
  const width = isSideways ? 900 : 420
  const screenHeight = Math.round(width * phone.ratio)
  const [side, end] = [Math.round(width * phone.bezel), Math.round(width * phone.chin)]
  const fills = draw() < 0.5
  // A portrait leaves the sides of a landscape screen dark.
  const wide = isSideways ? Math.round(screenHeight * between(draw, 0.75, 1.2)) : width
  const high = fills || isSideways ? screenHeight : Math.round(width * between(draw, 1, 1.3))
  const shown = await toSharp(cutPortrait(draw, portrait, fills ? between(draw, 0.5, 0.7) : 0.95))
    .resize(wide, high, { fit: 'cover' })
    .toBuffer({ resolveWithObject: true })
  const [whole, tall] = [width + 2 * side, screenHeight + 2 * end]
  const body = [0, 1, 2].map(() => phone.body + between(draw, -8, 8)) as [number, number, number]
  const paper = isSideways || draw() < 0.6 ? 0 : between(draw, 0, 255)
  const bar = isSideways
    ? ''
    : phone.bars
      ? `<text x="${side + 20}" y="${end + 26}" font-size="20" fill="#fff" font-family="sans-serif">12:${Math.floor(10 + draw() * 49)}</text>
       <rect x="${side + width - 60}" y="${end + 12}" width="40" height="14" fill="#fff"/>
       <rect x="${side + width * 0.35}" y="${end + screenHeight - 14}" width="${width * 0.3}" height="5" rx="2" fill="#fff"/>`
      : `<circle cx="${whole / 2}" cy="${tall - end / 2}" r="${end * 0.25}" fill="none" stroke="#888" stroke-width="3"/>
       <rect x="${whole / 2 - 30}" y="${end / 2}" width="60" height="6" rx="3" fill="#555"/>`
  const svg = (inner: string) => Buffer.from(`<svg width="${whole}" height="${tall}">${inner}</svg>`)
  return toRaster(
    sharp({ create: { width: whole, height: tall, channels: 3, background: css(body) } }).composite([
      {
        input: svg(
          `<rect x="${side}" y="${end}" width="${width}" height="${screenHeight}" fill="${css([paper, paper, paper])}"/>`,
        ),
      },
      {
        input: shown.data,
        raw: { width: shown.info.width, height: shown.info.height, channels: 3 },
        left: side + Math.round((width - shown.info.width) / 2),
        top: end + Math.round((screenHeight - shown.info.height) / 2),
      },
      { input: svg(bar) },
    ]),
  )
}

type Interference = (pixel: number[], u: number, v: number) => void

/** A screen in a photograph: its own light and gamma, moiré of two grids, a reflection of the room. */
export const drawInterference = (draw: Draw): Interference => {
  const gamma = Math.exp(between(draw, -0.35, 0.45))
  const gain = between(draw, 0.8, 1.3)
  const black = between(draw, 0, 30)
  const cast = [between(draw, 0.82, 1.05), between(draw, 0.92, 1.06), between(draw, 0.98, 1.22)]
  const depth = draw() < 0.75 ? between(draw, 0.02, 0.14) : 0
  const waves = [0, 1, 2].map(() => [between(draw, -260, 260), between(draw, -260, 260)] as const)
  const rows = draw() < 0.4 ? between(draw, 0.02, 0.08) : 0
  const rowCount = between(draw, 120, 420)
  const bend = between(draw, 0, 8)
  const isColoured = draw() < 0.5
  const gleam = draw() < 0.5 ? between(draw, 20, 140) : 0
  const [gleamX, gleamWidth, lean] = [between(draw, 0, 1), between(draw, 0.03, 0.3), between(draw, -0.6, 0.6)]
  return (pixel, u, v) => {
    const curve = bend * u * v
    const shine = gleam * Math.exp(-(((u + lean * v - gleamX) / gleamWidth) ** 2))
    for (let channel = 0; channel < 3; channel++) {
      const [a, b] = waves[isColoured ? channel : 0]!
      const beat = 1 + depth * Math.sin(a * u + b * v + curve) + rows * Math.sin(2 * Math.PI * rowCount * v)
      const light = (pixel[channel]! / 255) ** gamma * gain * cast[channel]! * beat
      pixel[channel] = black + (255 - black) * light + shine
    }
  }
}

/** The subpixels, at the resolution of the screen. They alias if the grid of the camera is almost as fine. */
const withSubpixels = (draw: Draw, screen: RgbImage): RgbImage => {
  const [period, depth] = [pick(draw, [2, 3]), between(draw, 0.1, 0.5)]
  return mapPixels(screen, (pixel, x, y) => {
    for (let channel = 0; channel < 3; channel++) {
      const isLit = period === 3 ? x % 3 === channel : (x + (channel === 1 ? 0 : y)) % 2 === 0
      pixel[channel] = pixel[channel]! * (isLit ? 1 + depth : 1 - depth)
    }
  })
}

export const phoneScreen: AttackKind = {
  kind: 'phone screen',
  instruments: Object.keys(phones),
  async make(draw, instrument, portrait, room) {
    const drawn = await drawPhone(draw, phones[instrument]!, portrait)
    const thing = draw() < 0.3 ? withSubpixels(draw, drawn) : drawn
    const [width, height] = pick(draw, [
      [640, 853],
      [600, 800],
      [720, 960],
      [720, 1280],
      [640, 640],
    ] as const)
    const scene = await drawBackground(draw, width, height, room)
    const tall = height * between(draw, 0.75, 1.35) * (thing.width > thing.height ? 0.6 : 1)
    const quad = drawQuad(draw, {
      middle: { x: width * between(draw, 0.42, 0.58), y: height * between(draw, 0.42, 0.58) },
      width: (tall * thing.width) / thing.height,
      height: tall,
      turn: 0.25,
      tilt: 0.16,
    })
    return lay(thing, quad, scene, drawInterference(draw))
  },
}

const desktops = ['picture viewer, dark', 'video call', 'web page', 'bare panel'] as const

const drawDesktop = async (draw: Draw, which: string, portrait: RgbImage): Promise<RgbImage> => {
  const [width, height] = [1280, 800]
  const isPage = which === 'web page'
  const tall = Math.round(height * (isPage ? between(draw, 0.45, 0.7) : between(draw, 0.7, 0.92)))
  const shown = await toSharp(cutPortrait(draw, portrait, between(draw, 0.7, 1)))
    .resize(Math.round(tall * (isPage ? 0.85 : between(draw, 1, 1.4))), tall, { fit: 'cover' })
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((width - shown.info.width) * (isPage ? between(draw, 0.2, 0.6) : 0.5))
  const top = Math.round((height - tall) * 0.55)
  const lines = Array.from({ length: 22 }, (_, row) => {
    const long = between(draw, 0.5, 1) * (left - 60)
    return `<rect x="30" y="${90 + row * 30}" width="${Math.max(10, long)}" height="9" fill="#555"/>`
  }).join('')
  const chrome =
    which === 'picture viewer, dark'
      ? `<rect width="1280" height="800" fill="#181818"/><rect width="1280" height="30" fill="#333"/>`
      : which === 'video call'
        ? `<rect width="1280" height="800" fill="#202830"/><rect y="740" width="1280" height="60" fill="#111"/>${[0, 1, 2, 3, 4].map((n) => `<circle cx="${540 + 50 * n}" cy="770" r="18" fill="${n === 4 ? '#d33' : '#555'}"/>`).join('')}`
        : isPage
          ? `<rect width="1280" height="800" fill="#fafafa"/><rect width="1280" height="60" fill="#cfd4da"/><rect x="120" y="18" width="800" height="26" rx="12" fill="#fff"/>${lines}`
          : `<rect width="1280" height="800" fill="#2a4a7a"/>`
  const panel = Buffer.from(`<svg width="${width}" height="${height}">${chrome}</svg>`)
  return toRaster(
    sharp(panel)
      .composite([
        { input: shown.data, raw: { width: shown.info.width, height: tall, channels: 3 }, left, top },
      ])
      .flatten()
      .extend({ top: 24, bottom: 40, left: 24, right: 24, background: draw() < 0.7 ? '#111' : '#b8b8b8' }),
  )
}

export const desktopScreen: AttackKind = {
  kind: 'laptop or monitor',
  instruments: desktops,
  async make(draw, instrument, portrait, room) {
    const thing = await drawDesktop(draw, instrument, portrait)
    const [width, height] = pick(draw, [
      [640, 853],
      [853, 640],
      [960, 720],
      [640, 640],
    ] as const)
    const scene = await drawBackground(draw, width, height, room)
    const tall = height * between(draw, 0.8, 1.25)
    const quad = drawQuad(draw, {
      middle: { x: width * between(draw, 0.42, 0.58), y: height * between(draw, 0.45, 0.55) },
      width: (tall * thing.width) / thing.height,
      height: tall,
      turn: 0.15,
      tilt: 0.18,
    })
    return lay(thing, quad, scene, drawInterference(draw))
  },
}

/** So close that only the picture is visible: grid, light and colours are the only cues. */
export const nearScreen: AttackKind = {
  kind: 'screen, close',
  instruments: ['subpixels, stripes', 'subpixels, chequered', 'beats', 'bright and blue'],
  async make(draw, instrument, portrait) {
    const side = pick(draw, [640, 720, 800])
    const shown = await toRaster(
      toSharp(cutPortrait(draw, portrait, between(draw, 0.6, 0.95))).resize(side, Math.round(side * 1.2), {
        fit: 'cover',
      }),
    )
    const screen = instrument.startsWith('subpixels')
      ? mapPixels(shown, (pixel, x, y) => {
          for (let channel = 0; channel < 3; channel++) {
            const isLit = instrument.endsWith('stripes') ? x % 3 === channel : (x + y) % 2 === channel % 2
            pixel[channel] = pixel[channel]! * (isLit ? 1.35 : 0.7)
          }
        })
      : shown
    const interfere = drawInterference(draw)
    const wave = [between(draw, 0.3, 2), between(draw, 0.3, 2), between(draw, 0.04, 0.12)] as const
    const quad = drawQuad(draw, {
      middle: { x: side / 2, y: side * 0.6 },
      width: side * 1.3,
      height: side * 1.56,
      turn: 0.2,
      tilt: 0.1,
    })
    return lay(screen, quad, screen, (pixel, u, v) => {
      interfere(pixel, u, v)
      if (instrument === 'beats') {
        const beat = 1 + wave[2] * Math.sin(side * (wave[0] * u + wave[1] * v))
        for (let channel = 0; channel < 3; channel++) pixel[channel] = pixel[channel]! * beat
      }
      if (instrument === 'bright and blue') {
        const light = [1.25, 1.3, 1.45]
        for (let channel = 0; channel < 3; channel++) pixel[channel] = pixel[channel]! * light[channel]! + 12
      }
    })
  },
}
