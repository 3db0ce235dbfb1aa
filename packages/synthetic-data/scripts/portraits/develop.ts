import sharp from 'sharp'
import { createDraw } from './noise.ts'
import type { Light } from './render.ts'

/** What a camera makes of light: a shoulder instead of clipping, the noise of its sensor, the softness of its lens. */
export const develop = (light: Light, exposure: number, seed: number) => {
  const draw = createDraw(seed)
  const { width, height } = light
  const pixels = new Uint8ClampedArray(light.data.length)
  for (let at = 0; at < pixels.length; at++) {
    const linear = Math.max(0, light.data[at]! * exposure)
    const shouldered = linear / (1 + 0.22 * linear)
    const seen = shouldered <= 0.0031308 ? 12.92 * shouldered : 1.055 * shouldered ** (1 / 2.4) - 0.055
    pixels[at] = 255 * seen + 5 * (draw() + draw() + draw() - 1.5)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } }).blur(0.6)
}
