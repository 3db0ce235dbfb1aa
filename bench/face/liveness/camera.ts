import type { RgbImage } from '@nani/server/face/index.ts'
import { between, type Draw } from '../coverings.ts'
import { mapPixels, pick, toRaster, toSharp } from './raster.ts'

/** Two numbers that lie around zero as the error of a sensor does. */
const error = (draw: Draw) => draw() + draw() + draw() - 1.5

/** The light and the lens: exposure, white balance, gamma, softness, noise; the same for live and for attacks. */
const expose = async (draw: Draw, scene: RgbImage, strength: number): Promise<RgbImage> => {
  const gamma = Math.exp(between(draw, -0.3, 0.3) * strength)
  const gain = 1 + between(draw, -0.15, 0.15) * strength
  const cast = [0, 0, 0].map(() => 1 + between(draw, -0.08, 0.08) * strength)
  const noise = draw() < 0.5 ? between(draw, 0, 9) * strength : 0
  const softness = draw() < 0.5 ? between(draw, 0.3, 1.3) * strength : 0
  const soft = softness >= 0.3 ? await toRaster(toSharp(scene).blur(softness)) : scene
  const curve = [0, 1, 2].map((channel) =>
    Float32Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** gamma * gain * cast[channel]!),
  )
  return mapPixels(soft, (pixel) => {
    const luma = noise ? noise * error(draw) : 0
    for (let channel = 0; channel < 3; channel++) {
      pixel[channel] = curve[channel]![pixel[channel]!]! + luma + (noise ? 0.5 * noise * error(draw) : 0)
    }
  })
}

const kernels = ['nearest', 'linear', 'cubic', 'mitchell', 'lanczos2', 'lanczos3'] as const

/** A file as a caller would send it: some light, some size that passes the size rule, some compression. */
export const photograph = async (draw: Draw, scene: RgbImage, strength = 1): Promise<Buffer> => {
  const exposed = strength > 0 ? await expose(draw, scene, strength) : scene
  const least = Math.max(480 / Math.min(scene.width, scene.height), 640 / Math.max(scene.width, scene.height))
  const grow = Math.max(least, draw() < 0.5 ? 1 : between(draw, 0.7, 1.4))
  const kernel = pick(draw, kernels.slice(draw() < 0.1 ? 0 : 1))
  const sized = toSharp(exposed).resize(Math.ceil(scene.width * grow), Math.ceil(scene.height * grow), {
    kernel,
    fit: 'fill',
  })
  if (draw() < 0.12) return sized.png().toBuffer()
  return sized.jpeg({ quality: Math.round(between(draw, 55, 98)) }).toBuffer()
}
