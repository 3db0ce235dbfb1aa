import type { Raster } from './png.ts'

export type Colour = readonly [number, number, number]

/** A picture to draw on: filled shapes, no anti-aliasing, the same bytes for the same calls. */
export type Canvas = Raster & {
  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void
  ellipse(centreX: number, centreY: number, radiusX: number, radiusY: number, colour: Colour): void
}

export const canvas = (width: number, height: number, background: Colour): Canvas => {
  const samples = new Uint8Array(width * height * 3)
  const paint = (x: number, y: number, colour: Colour) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    samples.set(colour, (y * width + x) * 3)
  }
  const rectangle: Canvas['rectangle'] = (left, top, wide, high, colour) => {
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) paint(x, y, colour)
  }
  rectangle(0, 0, width, height, background)
  return {
    width,
    height,
    channels: 3,
    samples,
    rectangle,
    ellipse(centreX, centreY, radiusX, radiusY, colour) {
      for (let y = -radiusY; y <= radiusY; y++) {
        const half = Math.floor(radiusX * Math.sqrt(1 - (y / radiusY) ** 2))
        for (let x = -half; x <= half; x++) paint(centreX + x, centreY + y, colour)
      }
    },
  }
}
