import openSharp from 'sharp'
import { between } from '../coverings.ts'
import { mapPixels, pick, toRaster, toSharp } from './raster.ts'
import { blurred, diffuse, gleam, glow, inPixels, reflect, type Surface, shade } from './surface-effects.ts'

export const displaySurfaces: Record<string, Surface> = {
  television: (draw, picture) => {
    const [lines, depth] = [between(draw, 2.2, 5), between(draw, 0.04, 0.2)]
    const [a, b, beat] = [between(draw, 0.02, 0.3), between(draw, 0.02, 0.3), between(draw, 0, 0.1)]
    return shade(
      glow(draw, picture, 1.3),
      (value, x, y) =>
        value * (1 + depth * Math.sin((2 * Math.PI * y) / lines) + beat * Math.sin(a * x + b * y)),
    )
  },
  'cathode ray tube': (draw, picture) => {
    const [band, depth] = [between(draw, 0.3, 1.2), between(draw, 0.1, 0.35)]
    return mapPixels(glow(draw, picture, 1.2), (pixel, x, y) => {
      const flicker = 1 - depth * Math.max(0, Math.sin((2 * Math.PI * y * band) / picture.height))
      for (let channel = 0; channel < 3; channel++) {
        pixel[channel] = pixel[channel]! * flicker * ((x + (y % 2)) % 3 === channel ? 1.4 : 0.8)
      }
    })
  },
  'wall of diodes': async (draw, picture) => {
    const pitch = between(draw, 4, 9)
    const coarse = await inPixels(picture, Math.round(picture.width / pitch), 'nearest')
    return shade(glow(draw, coarse, 1.25), (value, x, y) => {
      const far = Math.hypot((x % pitch) / pitch - 0.5, (y % pitch) / pitch - 0.5)
      return value * (1.35 - 1.2 * far)
    })
  },
  'electronic paper': async (draw, picture) => {
    const dots = diffuse(
      await toRaster(toSharp(picture).resize(pick(draw, [300, 420, 560]))),
      pick(draw, [4, 8, 16]),
    )
    const whole = await toRaster(toSharp(dots).resize(picture.width, picture.height, { fit: 'fill' }))
    const [black, white] = [between(draw, 40, 80), between(draw, 170, 215)]
    return shade(whole, (value) => black + (value / 255) * (white - black))
  },
  'projected on a wall': async (draw, picture) => {
    const [floor, grain, falls] = [between(draw, 20, 90), between(draw, 2, 14), between(draw, 0.2, 0.9)]
    const soft = await blurred(glow(draw, picture, 1.15), between(draw, 0.6, 2))
    return shade(soft, (value, x, y) => {
      const far = (x / picture.width - 0.5) ** 2 + (y / picture.height - 0.5) ** 2
      return (floor + value * (1 - floor / 255)) * (1 - falls * far) + grain * (draw() - 0.5)
    })
  },
  'tablet with smudges': (draw, picture) => {
    const smudges = Array.from({ length: 6 }, () => [
      draw(),
      draw(),
      between(draw, 0.03, 0.15),
      between(draw, 8, 40),
    ])
    const shown = glow(draw, picture, 1.25)
    return gleam(
      draw,
      shade(shown, (value, x, y) =>
        smudges.reduce((sum, [u, v, wide, light]) => {
          const far = Math.hypot(x / picture.width - u!, y / picture.height - v!) / wide!
          return far < 1 ? sum * 0.93 + light! * (1 - far) : sum
        }, value),
      ),
      60,
    )
  },
  'matt screen': (draw, picture) => {
    const grain = between(draw, 6, 20)
    return mapPixels(glow(draw, picture, 1.15), (pixel) => {
      for (let channel = 0; channel < 3; channel++) pixel[channel] = pixel[channel]! + grain * (draw() - 0.5)
    })
  },
  'fine screen': async (draw, picture, room) =>
    reflect(draw, await blurred(glow(draw, picture, 1.2), between(draw, 0.3, 0.9)), room, 0.18),
  'frozen video call': async (draw, picture) => {
    const small = toSharp(picture).resize(pick(draw, [160, 240, 320]))
    const coarse = await toRaster(
      openSharp(await small.jpeg({ quality: Math.round(between(draw, 15, 45)) }).toBuffer()),
    )
    return glow(
      draw,
      await toRaster(toSharp(coarse).resize(picture.width, picture.height, { fit: 'fill' })),
      1.2,
    )
  },
  'seen in a mirror': async (draw, picture, room) => {
    const [dx, ghost] = [Math.round(between(draw, 2, 8)), between(draw, 0.05, 0.2)]
    const turned = await toRaster(toSharp(picture).flop())
    const doubled = mapPixels(turned, (pixel, x, y) => {
      const at = 3 * (y * turned.width + Math.max(0, x - dx))
      for (let channel = 0; channel < 3; channel++) {
        pixel[channel] = (1 - ghost) * pixel[channel]! + ghost * turned.data[at + channel]!
      }
    })
    return reflect(draw, glow(draw, doubled, 1.15), room, 0.2)
  },
}
