import type { Raster } from './png.ts'

export type Colour = readonly [number, number, number]

export type Area = readonly [left: number, top: number, width: number, height: number]
export type Ellipse = readonly [centreX: number, centreY: number, radiusX: number, radiusY: number]

/** A picture of filled shapes without anti-aliasing. Equal calls give equal bytes. */
export type Canvas = Raster & {
  rectangle(area: Area, colour: Colour): void
  ellipse(ellipse: Ellipse, colour: Colour): void
}

export const canvas = (width: number, height: number, background: Colour): Canvas => {
  const samples = new Uint8Array(width * height * 3)
  /** Paints the samples of row `y` from column `from` up to, but without, column `to`. */
  const paintRow = (y: number, from: number, to: number, [red, green, blue]: Colour) => {
    if (y < 0 || y >= height) return
    const end = (y * width + Math.min(to, width)) * 3
    for (let at = (y * width + Math.max(from, 0)) * 3; at < end; at += 3) {
      samples[at] = red
      samples[at + 1] = green
      samples[at + 2] = blue
    }
  }
  const rectangle: Canvas['rectangle'] = ([left, top, wide, high], colour) => {
    for (let y = top; y < top + high; y++) paintRow(y, left, left + wide, colour)
  }
  rectangle([0, 0, width, height], background)
  return {
    width,
    height,
    channels: 3,
    samples,
    rectangle,
    ellipse([centreX, centreY, radiusX, radiusY], colour) {
      for (let y = -radiusY; y <= radiusY; y++) {
        const half = Math.floor(radiusX * Math.sqrt(1 - (y / radiusY) ** 2))
        paintRow(centreY + y, centreX - half, centreX + half + 1, colour)
      }
    },
  }
}
