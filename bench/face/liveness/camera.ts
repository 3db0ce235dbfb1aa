import type { RgbImage } from '@nani/engines/face-engine/index.ts'
import openSharp from 'sharp'
import { between, type Draw } from '../coverings.ts'
import { mapPixels, pick, toRaster, toSharp } from './raster.ts'

/** A random error around zero, like that of a sensor. */
const error = (draw: Draw) => draw() + draw() + draw() - 1.5

type Light = {
  gamma: number
  gain: number
  cast: readonly number[]
  noise: number
  softness: number
  /** The darkening of the corners, as a logarithm. In a dark room a lamp only lights the face. */
  falloff: number
}

/** Exposure, white balance and lens of an ordinary photograph. */
const drawLight = (draw: Draw, strength: number): Light => ({
  gamma: Math.exp(between(draw, -0.3, 0.3) * strength),
  gain: 1 + between(draw, -0.15, 0.15) * strength,
  cast: [0, 0, 0].map(() => 1 + between(draw, -0.08, 0.08) * strength),
  noise: draw() < 0.5 ? between(draw, 0, 9) * strength : 0,
  softness: draw() < 0.5 ? between(draw, 0.3, 1.3) * strength : 0,
  falloff: 0,
})

/** Bad light: a dim room, a face lit by a screen in the dark, a lamp that is too close. */
const drawHardLight = (draw: Draw): Light => {
  const which = pick(draw, ['dim', 'by a screen', 'pale'] as const)
  const [noise, softness] = [between(draw, 0, 12), draw() < 0.5 ? between(draw, 0.3, 1.8) : 0]
  if (which === 'pale') {
    const cast = [1, 1, 1].map(() => between(draw, 0.94, 1.06))
    return {
      gamma: between(draw, 0.55, 0.95),
      gain: between(draw, 1.1, 1.6),
      cast,
      noise,
      softness,
      falloff: 0,
    }
  }
  const warm = [between(draw, 0.95, 1.15), between(draw, 0.9, 1.05), between(draw, 0.7, 1)]
  const cold = [between(draw, 0.65, 0.95), between(draw, 0.9, 1.15), between(draw, 0.85, 1.25)]
  return {
    gamma: between(draw, 0.9, 1.5),
    gain: between(draw, 0.35, 1.1),
    cast: which === 'dim' ? warm : cold,
    noise,
    softness,
    falloff: which === 'dim' ? between(draw, 0, 0.8) : between(draw, 0.4, 3),
  }
}

/** The light and the lens; the same for live and for attacks. */
const expose = async (draw: Draw, scene: RgbImage, light: Light): Promise<RgbImage> => {
  const { gamma, gain, cast, noise, softness, falloff } = light
  const soft = softness >= 0.3 ? await toRaster(toSharp(scene).blur(softness)) : scene
  const curve = cast.map((part) =>
    Float32Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** gamma * gain * part),
  )
  const [middleX, middleY] = [scene.width / 2, scene.height / 2]
  return mapPixels(soft, (pixel, x, y) => {
    const luma = noise ? noise * error(draw) : 0
    const near = falloff
      ? Math.exp((-falloff * ((x - middleX) ** 2 + (y - middleY) ** 2)) / (middleX ** 2 + middleY ** 2))
      : 1
    for (let channel = 0; channel < 3; channel++) {
      pixel[channel] =
        near * curve[channel]![pixel[channel]!]! + luma + (noise ? 0.5 * noise * error(draw) : 0)
    }
  })
}

/** A cheap camera of a computer: few pixels, a noisy sensor, sharpened edges, burnt-out light and strong compression. */
const throughWebcam = async (draw: Draw, scene: RgbImage): Promise<RgbImage> => {
  const side = between(draw, 240, 480)
  const shrink = Math.min(1, side / Math.min(scene.width, scene.height))
  const [width, height] = [Math.round(scene.width * shrink), Math.round(scene.height * shrink)]
  const small = await toRaster(toSharp(scene).resize(width, height, { fit: 'fill', kernel: 'linear' }))
  const cast = [between(draw, 0.85, 1.15), between(draw, 0.94, 1.08), between(draw, 0.82, 1.2)]
  const light = {
    gamma: between(draw, 0.7, 1.4),
    gain: between(draw, 0.7, 1.5),
    cast,
    noise: between(draw, 2, 18),
  }
  const noisy = await expose(draw, small, {
    ...light,
    softness: 0,
    falloff: draw() < 0.3 ? between(draw, 0, 1) : 0,
  })
  const soft = toSharp(noisy).blur(between(draw, 0.4, 1.1))
  const sharp =
    draw() < 0.6 ? toSharp(await toRaster(soft)).sharpen({ sigma: between(draw, 0.6, 1.6) }) : soft
  const file = await sharp.jpeg({ quality: Math.round(between(draw, 40, 85)) }).toBuffer()
  return toRaster(openSharp(file))
}

const kernels = ['nearest', 'linear', 'cubic', 'mitchell', 'lanczos2', 'lanczos3'] as const

const takeWith = async (draw: Draw, scene: RgbImage, strength: number | 'hard' | 'webcam') => {
  if (strength === 'webcam') return throughWebcam(draw, scene)
  const light = strength === 'hard' ? drawHardLight(draw) : drawLight(draw, strength)
  return strength === 0 ? scene : expose(draw, scene, light)
}

/**
 * A file as a caller would send it: with some light, a permitted size and some compression. `strength` is the
 * difference from the light of the scene.
 */
export const photograph = async (
  draw: Draw,
  scene: RgbImage,
  strength: number | 'hard' | 'webcam' = 1,
): Promise<Buffer> => {
  const exposed = await takeWith(draw, scene, strength)
  const least = Math.max(
    480 / Math.min(exposed.width, exposed.height),
    640 / Math.max(exposed.width, exposed.height),
  )
  const grow = Math.max(least, draw() < 0.5 ? 1 : between(draw, 0.7, 1.4))
  const kernel = pick(draw, kernels.slice(draw() < 0.1 ? 0 : 1))
  const sized = toSharp(exposed).resize(Math.ceil(exposed.width * grow), Math.ceil(exposed.height * grow), {
    kernel,
    fit: 'fill',
  })
  if (draw() < 0.12) return sized.png().toBuffer()
  return sized.jpeg({ quality: Math.round(between(draw, 55, 98)) }).toBuffer()
}
