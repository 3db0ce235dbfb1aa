import { eyeCentre, eyeRadius, lids, lips } from './head.ts'
import { layeredNoise, noise } from './noise.ts'
import type { Capture, Colour, Person } from './person.ts'
import { bell, rise } from './solid.ts'

/** What a surface throws back, and how it shines: `gloss` is the exponent, `shine` the strength of the highlight. */
export type Finish = { colour: Colour; gloss: number; shine: number; soft: number }

export const blend = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
export const times = ([red, green, blue]: Colour, by: number | Colour): Colour =>
  typeof by === 'number' ? [red * by, green * by, blue * by] : [red * by[0], green * by[1], blue * by[2]]

export const skinFinish = (person: Person, capture: Capture, x: number, y: number, z: number): Finish => {
  const ax = Math.abs(x)
  let colour = mottled(person, x, y, z)
  if (z > -0.1) {
    colour = flushed(person, ax, y, colour)
    colour = blend(colour, times(person.hair.colour, 1.1), 0.93 * browAt(person, x, y))
    colour = blend(colour, times(person.hair.colour, 1.2), beardAt(person, x, y, z))
    colour = lidded(person, capture, x, y, colour)
  }
  const lip = z > 0.3 ? lipAt(person, capture, x, y) : 0
  const lined = 1 + 0.12 * noise(x * 55, y * 8, z * 8)
  colour = blend(colour, times(person.lip, lined), 0.85 * lip)
  const oily = bell(ax, 0.25) * rise(-0.6, 0.3, y) * 0.5 + 0.35
  return { colour, gloss: lip > 0.5 ? 40 : 18, shine: lip > 0.5 ? 0.1 : 0.07 * oily + 0.02, soft: 1 }
}

/** Skin is never of one colour: patches, pores, freckles, each person's own. */
const mottled = ({ skin, seed, age }: Person, x: number, y: number, z: number): Colour => {
  const patches = layeredNoise(x * 4 + seed, y * 4, z * 4, 3)
  const pores = noise(x * 70, y * 70, z * 70 + seed)
  const spots = rise(0.62, 0.8, noise(x * 22 + seed * 3, y * 22, z * 22)) * (0.12 + 0.3 * age)
  const level = 1 + 0.07 * patches + 0.05 * pores - 0.35 * spots
  return [skin[0] * level, skin[1] * level * (1 - 0.04 * patches), skin[2] * level * (1 - 0.05 * patches)]
}

const flushed = ({ eyes, nose }: Person, ax: number, y: number, colour: Colour): Colour => {
  const cheek = bell(Math.hypot(ax - 0.36, y + 0.26), 0.17)
  const tip = bell(Math.hypot(ax, y + 0.3 + nose.length), 0.12)
  const under = bell(Math.hypot((ax - eyes.apart) / 1.3, y - eyes.height + 0.1), 0.07)
  const red = 0.8 * cheek + 0.7 * tip
  const around = bell(Math.hypot((ax - eyes.apart) / 1.4, y - eyes.height - 0.06), 0.08)
  const dark = 0.16 * under + 0.14 * around
  return [
    colour[0] * (1 - 0.02 * red - 0.8 * dark),
    colour[1] * (1 - 0.16 * red - dark),
    colour[2] * (1 - 0.16 * red - 0.8 * dark),
  ]
}

const browAt = ({ brow, eyes, seed }: Person, x: number, y: number): number => {
  const along = (Math.abs(x) - eyes.apart + 0.15) / 0.37
  if (along < -0.05 || along > 1.1) return 0
  const arch = eyes.height + brow.height + brow.tilt * along - 0.07 * rise(0.55, 1.05, along) + 0.03 * along
  const half = brow.thickness * (0.55 + 0.6 * rise(-0.05, 0.25, along) - 0.75 * rise(0.5, 1.1, along))
  const hairs = noise(x * 75 + 30 * Math.sign(x) * y + seed, y * 28, seed)
  const inside = rise(half * 1.25, half * 0.45, Math.abs(y - arch + 0.006 * hairs))
  return brow.strength * inside * rise(-0.05, 0.06, along) * rise(1.08, 0.9, along) * (0.78 + 0.3 * hairs)
}

const beardAt = ({ beard, seed, mouth }: Person, x: number, y: number, z: number): number => {
  if (beard === 0) return 0
  const ax = Math.abs(x)
  const jaw = rise(-0.5, -0.68, y + 0.5 * Math.max(0, ax - 0.25) * -1.1) * rise(-1.25, -1.0, y)
  const lip = bell((y - mouth.height - 0.1) / 0.06, 1) * rise(0.34, 0.2, ax)
  const side = rise(0.42, 0.52, ax) * rise(0.02, -0.15, y)
  const grain = noise(x * 60 + seed, y * 45, z * 60)
  return Math.min(1, Math.max(jaw, lip, side)) * beard * (0.75 + 0.35 * grain)
}

/** Lashes, and the wet rim of the lids. */
const lidded = (person: Person, capture: Capture, x: number, y: number, colour: Colour): Colour => {
  const { across, level, upper, lower } = lids(person, capture, x, y)
  if (Math.abs(across) > 1.15) return colour
  const ends = rise(1.15, 0.95, Math.abs(across))
  const lashes = rise(0.032, 0.006, Math.abs(level - upper)) * ends
  const below = 0.4 * rise(0.022, 0.004, Math.abs(level - lower)) * ends
  return blend(colour, [0.02, 0.013, 0.01], Math.max(0.92 * lashes, below))
}

const lipAt = (person: Person, capture: Capture, x: number, y: number): number => {
  const { across, top, bottom } = lips(person, capture, x)
  return rise(1.04, 0.94, across) * rise(0.012, -0.012, y - top) * rise(-0.016, 0.014, y - bottom)
}

export const eyeFinish = (person: Person, capture: Capture, x: number, y: number, z: number): Finish => {
  const [ex, ey, ez] = eyeCentre(person, x < 0 ? -1 : 1)
  const [yaw, pitch] = capture.gaze.map((degrees) => (degrees * Math.PI) / 180) as [number, number]
  const toward = [Math.sin(yaw), Math.sin(pitch), Math.cos(yaw)] as const
  const out = [(x - ex) / eyeRadius, (y - ey) / eyeRadius, (z - ez) / eyeRadius] as const
  const along = Math.min(1, out[0] * toward[0] + out[1] * toward[1] + out[2] * toward[2])
  const angle = Math.acos(along)
  const iris = 0.44
  const rays = noise(12 * Math.atan2(out[1] - toward[1], out[0] - toward[0]) + 9, angle * 6, person.seed)
  const veins = layeredNoise(x * 30, y * 30, z * 30, 2)
  const white: Colour = [0.62 + 0.03 * veins, 0.55 - 0.02 * veins, 0.52]
  const ring = rise(iris, iris - 0.12, angle)
  let colour = blend(white, times(person.iris, 0.35), rise(iris + 0.05, iris - 0.02, angle))
  colour = blend(colour, times(person.iris, 1 + 0.4 * rays), ring)
  colour = blend(colour, [0.004, 0.004, 0.005], rise(0.2, 0.16, angle))
  // The upper lid and its lashes shade the ball.
  const { level, upper } = lids(person, capture, x, y)
  return {
    colour: times(colour, 0.5 + 0.5 * rise(0, 0.09, upper - level)),
    gloss: 400,
    shine: 2.2,
    soft: 0.3,
  }
}

export const hairFinish = ({ hair, seed }: Person, x: number, y: number, z: number): Finish => {
  const strand =
    0.6 * noise(x * 40 + seed, y * (3 + 25 * hair.curl), z * 40) +
    0.7 * noise(x * 95, y * (5 + 40 * hair.curl), z * 95)
  return { colour: times(hair.colour, 1 + 0.35 * strand), gloss: 12, shine: 0.03 + 0.02 * strand, soft: 0.15 }
}

export const clothFinish = ({ clothes }: Capture, x: number, y: number, z: number): Finish => {
  const weave = 0.06 * noise(x * 80, y * 80, z * 80) + 0.05 * layeredNoise(x * 5, y * 5, z * 5, 2)
  return { colour: times(clothes, 1 + weave), gloss: 5, shine: 0.01, soft: 0 }
}
