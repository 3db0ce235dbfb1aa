import { between } from '../coverings.ts'
import { mapPixels, pick, sample, toRaster, toSharp } from './raster.ts'
import {
  blurred,
  diffuse,
  fade,
  gleam,
  reflect,
  type Surface,
  screenDots,
  shade,
  toGrey,
  warp,
} from './surface-effects.ts'

export const paperSurfaces: Record<string, Surface> = {
  'laboratory print': async (draw, picture, room) =>
    reflect(draw, await blurred(fade(draw, picture, 0.8), between(draw, 0.4, 1.2)), room, 0.12),
  'inkjet print with bands': async (draw, picture) => {
    const [pass, depth] = [between(draw, 8, 40), between(draw, 3, 14)]
    const grain = between(draw, 4, 22)
    return shade(
      fade(draw, await blurred(picture, between(draw, 0.5, 1.4))),
      (value, _, y) => value + depth * Math.sin((2 * Math.PI * y) / pass) + grain * (draw() - 0.5),
    )
  },
  'colour laser print': (draw, picture) =>
    screenDots(
      fade(draw, gleam(draw, picture, 40)),
      between(draw, 2.5, 4.5),
      between(draw, 0, 1.5),
      between(draw, 0.05, 0.3),
    ),
  'grey laser print': (draw, picture) =>
    screenDots(fade(draw, toGrey(picture)), between(draw, 2.5, 6), Math.PI / 4, between(draw, 0.15, 0.6)),
  newspaper: async (draw, picture) => {
    const paper = [1, between(draw, 0.93, 0.98), between(draw, 0.75, 0.9)]
    return toGrey(
      screenDots(
        fade(draw, await blurred(picture, 1)),
        between(draw, 4, 8),
        Math.PI / 4,
        between(draw, 0.4, 0.9),
      ),
      paper,
    )
  },
  'magazine page': (draw, picture) =>
    gleam(
      draw,
      screenDots(
        fade(draw, picture, 0.8),
        between(draw, 2.1, 3.2),
        between(draw, 0.2, 1.3),
        between(draw, 0.1, 0.4),
      ),
      90,
    ),
  'thermal print': async (draw, picture) => {
    const dots = diffuse(await toRaster(toSharp(picture).resize(pick(draw, [200, 288, 384]))), 2)
    const whole = await toRaster(toSharp(dots).resize(picture.width, picture.height, { fit: 'fill' }))
    const black = between(draw, 30, 100)
    return shade(whole, (value) => black + (value / 255) * (225 - black))
  },
  'laminated print': async (draw, picture, room) =>
    gleam(draw, await reflect(draw, fade(draw, picture, 0.8), room, 0.25), 150),
  'faded photograph': (draw, picture) => {
    const grain = between(draw, 5, 20)
    return shade(
      toGrey(fade(draw, picture), [1.05, between(draw, 0.85, 0.98), between(draw, 0.65, 0.9)]),
      (value) => value + grain * (draw() + draw() - 1) + (draw() < 0.001 ? 90 : 0),
    )
  },
  'page with security lines': (draw, picture) => {
    const [period, depth, bend] = [between(draw, 5, 14), between(draw, 8, 35), between(draw, 2, 9)]
    return shade(
      fade(draw, picture),
      (value, x, y) =>
        value -
        depth * Math.max(0, Math.sin((2 * Math.PI * (y + bend * Math.sin(x / (3 * bend)))) / period)) ** 4,
    )
  },
  'curved print': (draw, picture) => {
    const [strength, light] = [between(draw, 0.5, 1.3), between(draw, 20, 80)]
    const into = [0, 0, 0]
    return mapPixels(fade(draw, picture, 0.7), (pixel, x, y) => {
      const u = (2 * x) / picture.width - 1
      const around = Math.asin(u * Math.sin(strength)) / strength
      sample(picture, ((around + 1) / 2) * picture.width, y, into)
      for (let channel = 0; channel < 3; channel++) pixel[channel] = into[channel]! * 0.9 - light * u * u
    })
  },
  'creased print': (draw, picture) => {
    const creases = Array.from({ length: pick(draw, [1, 2, 4]) }, () => [
      between(draw, -1, 1),
      between(draw, -1, 1),
      between(draw, -0.5, 0.5),
    ])
    return shade(fade(draw, picture), (value, x, y) => {
      const [u, v] = [x / picture.width - 0.5, y / picture.height - 0.5]
      return creases.reduce((sum, [a, b, c]) => {
        const far = a! * u + b! * v - c! * 0.5
        return sum + 10 * Math.sign(far) + 60 * Math.exp(-((far / 0.006) ** 2))
      }, value)
    })
  },
  'cloth print': (draw, picture) => {
    const [period, depth] = [between(draw, 2.5, 6), between(draw, 5, 25)]
    return shade(
      warp(draw, fade(draw, picture), between(draw, 0.004, 0.02)),
      (value, x, y) =>
        value + depth * Math.sin((2 * Math.PI * x) / period) * Math.sin((2 * Math.PI * y) / period),
    )
  },
  'transparent film': async (draw, picture, room) => {
    const behind = await toRaster(
      toSharp(room).resize(picture.width, picture.height, { fit: 'cover' }).blur(3),
    )
    const [least, bare] = [between(draw, 0.1, 0.35), draw() < 0.5]
    return mapPixels(picture, (pixel, x, y) => {
      const at = 3 * (y * picture.width + x)
      for (let channel = 0; channel < 3; channel++) {
        const light = bare ? 235 : 140 + 0.5 * behind.data[at + channel]!
        pixel[channel] = light * (least + (1 - least) * (pixel[channel]! / 255))
      }
    })
  },
}
