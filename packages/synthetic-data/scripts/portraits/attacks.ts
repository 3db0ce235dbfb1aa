import sharp from 'sharp'
import { createDraw } from './noise.ts'

type Size = { width: number; height: number }

/** A picture of a picture is a bit blurred, warm, and has noise of its own. */
const photograph = async (scene: Buffer, seed: number) => {
  const { data, info } = await sharp(scene)
    .removeAlpha()
    .blur(0.8)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const draw = createDraw(seed)
  const noisy = Uint8ClampedArray.from(data, (value) => value * 0.96 + 4 + 7 * (draw() + draw() - 1))
  return sharp(noisy, { raw: { width: info.width, height: info.height, channels: 3 } })
}

const svg = ({ width, height }: Size, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`)

/** Laid on a table, turned by some degrees. */
const onTable = async (thing: Buffer, degrees: number, table: Size & { colour: string }) => {
  const turned = await sharp(thing)
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
  const grain = Array.from(
    { length: 40 },
    (_, row) =>
      `<rect y="${row * 25}" width="100%" height="${9 + ((row * 7) % 11)}" fill="#000" opacity="0.05"/>`,
  )
  const { width, height, colour } = table
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([{ input: svg(table, grain.join('')) }, { input: turned }])
    .png()
    .toBuffer()
}

const guilloche = ({ width, height }: Size) =>
  Array.from({ length: 26 }, (_, line) => {
    const places = Array.from({ length: 60 }, (_, step) => {
      const x = (step / 59) * width
      return `${x.toFixed(1)},${(height * (line / 25) + 18 * Math.sin(step / 4 + line / 2)).toFixed(1)}`
    })
    return `<polyline points="${places.join(' ')}" fill="none" stroke="#7fa38c" stroke-width="1.2" opacity="0.55"/>`
  }).join('')

const printed = [
  ['SPECIMEN IDENTITY CARD', 34],
  ['Surname   SAMPLE', 28],
  ['Given names   NOBODY', 28],
  ['Date of birth   01 JAN 1990', 28],
  ['Expires   31 DEC 2099', 28],
] as const

/** A portrait as it is printed on an identity card, scanned: what an attacker holds up who has found one. */
export const onCard = async (portrait: Buffer) => {
  const card = { width: 1000, height: 640 }
  const face = await sharp(portrait)
    .resize(330, 440)
    .modulate({ saturation: 0.55 })
    .linear(0.85, 30)
    .png()
    .toBuffer()
  const rows = printed.map(
    ([text, size], row) =>
      `<text x="420" y="${110 + 75 * row}" font-family="sans-serif" font-size="${size}" fill="#20303a">${text}</text>`,
  )
  const machineReadable = [
    'IDXXXSAMPLE00000001&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;',
    'SAMPLE&lt;&lt;NOBODY&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;',
  ].map(
    (text, row) =>
      `<text x="40" y="${570 + 45 * row}" font-family="monospace" font-size="42" letter-spacing="4" fill="#101010">${text}</text>`,
  )
  const drawn = await sharp(
    svg(card, `<rect width="1000" height="640" rx="36" fill="#dfe9df"/>${guilloche(card)}`),
  )
    .composite([
      { input: face, left: 45, top: 70 },
      {
        input: svg(
          card,
          rows.join('') + machineReadable.join('') + guilloche(card).replaceAll('0.55', '0.2'),
        ),
      },
    ])
    .png()
    .toBuffer()
  const rounded = await sharp(drawn)
    .composite([{ input: svg(card, '<rect width="1000" height="640" rx="36"/>'), blend: 'dest-in' }])
    .png()
    .toBuffer()
  return photograph(await onTable(rounded, 2, { width: 1160, height: 800, colour: '#8a6a4c' }), 5)
}

/** A portrait on the screen of a telephone: its frame, its bluish light, the raster of its pixels against the camera's. */
export const onPhone = async (portrait: Buffer) => {
  const phone = { width: 620, height: 940 }
  const screen = { width: 570, height: 760 }
  const shown = await sharp(portrait)
    .resize(screen.width, screen.height)
    .linear([0.95, 1, 1.12], [8, 8, 14])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster = Uint8ClampedArray.from(shown.data, (value, at) => {
    const x = Math.floor(at / 3) % screen.width
    const y = Math.floor(at / 3 / screen.width)
    const beat = Math.sin(0.9 * x + 0.11 * y) + Math.sin(0.13 * x - 1.04 * y) + 0.8 * Math.sin(0.09 * (x + y))
    return value * (1 + 0.06 * beat * (at % 3 === 1 ? 1 : 0.8)) + 6
  })
  const input = await sharp(raster, { raw: { ...screen, channels: 3 } })
    .png()
    .toBuffer()
  const glare = `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0.1" stop-color="#fff" stop-opacity="0.22"/>
    <stop offset="0.35" stop-color="#fff" stop-opacity="0"/></linearGradient></defs><rect x="25" y="90" width="570" height="760" fill="url(#g)"/>`
  const body = await sharp(
    svg(
      phone,
      '<rect width="620" height="940" rx="60" fill="#0b0b0d"/><rect x="250" y="34" width="120" height="14" rx="7" fill="#26262a"/>',
    ),
  )
    .composite([{ input, left: 25, top: 90 }, { input: svg(phone, glare) }])
    .png()
    .toBuffer()
  return photograph(await onTable(body, -3, { width: 840, height: 1060, colour: '#b9b4a8' }), 6)
}
