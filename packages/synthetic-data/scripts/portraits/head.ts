import { layeredNoise, noise } from './noise.ts'
import type { Capture, Person } from './person.ts'
import { ball, bell, carve, ellipsoid, join, limb, rise } from './solid.ts'

/** x to the right of the picture, y up, z to the camera; the chin is at −1, the crown at 1, the eyes at 0. */
export type Surface = 'skin' | 'eye' | 'hair' | 'cloth'

/** The look of a head at rest in front of the camera, with the expression of a capture. */
export const createHead = (person: Person, capture: Capture) => {
  const face = createFace(person, capture)
  const hair = createHair(person)
  const eye = createEyes(person)
  const distances = (x: number, y: number, z: number): Record<Surface, number> => ({
    skin: face(x, y, z),
    eye: eye(x, y, z),
    hair: hair(x, y, z),
    cloth: cloth(x, y, z),
  })
  return {
    distance: (x: number, y: number, z: number): number =>
      Math.min(face(x, y, z), eye(x, y, z), hair(x, y, z), cloth(x, y, z)),
    surface: (x: number, y: number, z: number): Surface => {
      const at = distances(x, y, z)
      return (Object.keys(at) as Surface[]).reduce((least, one) => (at[one] < at[least] ? one : least))
    },
  }
}

export const eyeRadius = 0.135

/** The middle of the eye on a side (−1 or 1). */
export const eyeCentre = ({ eyes }: Person, side: number) =>
  [side * eyes.apart, eyes.height, 0.53 - eyes.depth] as const

const createEyes = (person: Person) => {
  const [ex, ey, ez] = eyeCentre(person, 1)
  return (x: number, y: number, z: number): number => ball(Math.abs(x) - ex, y - ey, z - ez, eyeRadius)
}

/** How far above the lower and below the upper lid a place is, less than 0 between them; and the height of either. */
export const lids = (person: Person, capture: Capture, x: number, y: number) => {
  const { apart, width, opening, tilt, height } = person.eyes
  const across = (Math.abs(x) - apart) / (width / 2)
  const level = y - height - tilt * across * 0.5
  const bow = Math.max(0, 1 - Math.abs(across) ** 2.2)
  // The upper lid is highest towards the nose, the lower one is lowest towards the temple.
  const upper = opening * capture.opening * 0.62 * bow * (1 - 0.18 * across)
  const lower = -opening * 0.38 * (1 - 0.35 * capture.smile) * bow * (1 + 0.18 * across)
  return { across, level, upper, lower, between: Math.max(level - upper, lower - level) }
}

/** Where the lips meet, and where they end above and below. */
export const lips = ({ mouth }: Person, { smile }: Capture, x: number) => {
  const width = mouth.width * (1 + 0.14 * smile)
  const across = Math.abs(x) / width
  const bow = Math.max(0, 1 - across ** 2)
  const meet = mouth.height + smile * 0.07 * across ** 2 - 0.012 * bell(x, 0.06)
  return {
    across,
    meet,
    top: meet + mouth.upper * bow * (0.72 + 0.42 * bell(Math.abs(x) - 0.06, 0.06)),
    bottom: meet - mouth.lower * bow ** 0.7,
  }
}

const createFace = (person: Person, capture: Capture) => {
  const skull = createSkull(person)
  const features = createFeatures(person, capture)
  return (x: number, y: number, z: number): number => {
    const bare = skull(Math.abs(x), y, z)
    // Far away nothing of a face matters but that it is not further out than its nose.
    if (bare > 0.5 || z < -0.35) return bare > 0.5 ? bare - 0.3 : bare
    return features(x, y, z, bare)
  }
}

const createSkull =
  ({ head, eyes }: Person) =>
  (ax: number, y: number, z: number): number => {
    let d = ellipsoid(ax, y - 0.3, z + 0.12, 0.66 * head.width, 0.74, 0.84)
    d = join(d, ellipsoid(ax, y + 0.18, z - 0.12, 0.54 * head.width, 0.72, 0.62), 0.25)
    d = join(d, ellipsoid(ax, y + 0.6, z - 0.2, head.jaw, 0.32, 0.42), 0.2)
    d = join(d, ball(ax - head.jaw * 0.88, y + 0.52, z - 0.02, 0.1), 0.2)
    d = join(d, ellipsoid(ax, y + 0.84 + head.chin, z - 0.5, head.chinWidth, 0.12, 0.13), 0.16)
    d = join(d, ball(ax - 0.4 * head.width, y + 0.14, z - 0.38, head.cheekbones), 0.2)
    d = join(d, ball(ax - 0.32, y + 0.4, z - 0.4, head.cheeks), 0.22)
    d = join(d, limb(ax, y, z, [0.1, 0.2, 0.66], [0.44, 0.19, 0.46], 0.06, 0.05), 0.14)
    d = carve(d, ball(ax - eyes.apart, y - eyes.height - 0.01, z - 0.86, 0.2), 0.16)
    const ear = ellipsoid(ax - 0.68 * head.width, y + 0.1, z + 0.1 - 0.2 * (ax - 0.62), 0.05, 0.2, 0.12)
    d = join(d, carve(ear, ball(ax - 0.76 * head.width, y + 0.08, z, 0.07), 0.05), 0.05)
    return join(d, limb(ax, y, z, [0, -0.7, -0.12], [0, -1.9, -0.25], 0.4, 0.44), 0.12)
  }

const createFeatures = (person: Person, capture: Capture) => {
  const nose = createNose(person)
  const mouth = createMouth(person, capture)
  const [ex, ey, ez] = eyeCentre(person, 1)
  return (x: number, y: number, z: number, bare: number): number => {
    const ax = Math.abs(x)
    let d = nose(ax, y, z, bare)
    d = mouth(x, y, z, d)
    d = join(d, ball(ax - ex, y - ey, z - ez, eyeRadius + 0.022), 0.05)
    const { across, level, upper, between } = lids(person, capture, x, y)
    if (z > ez) d = carve(d, Math.max(between, ball(ax - ex, y - ey, z - ez, 0.3)), 0.012)
    // The crease of the upper lid, the fold from nose to mouth, lines that come with age.
    if (Math.abs(across) < 1.25) d += 0.014 * bell(level - upper - 0.05, 0.016) * (1.25 - Math.abs(across))
    d += 0.01 * (0.3 + person.age + capture.smile) * bell(foldOf(ax, y), 0.03)
    d +=
      0.004 * person.age * bell(((y - 0.42) % 0.09) - 0.045, 0.02) * rise(0.28, 0.4, y) * rise(0.5, 0.2, ax)
    return d + 0.004 * layeredNoise(x * 6 + person.seed, y * 6, z * 6, 2)
  }
}

/** The fold from the nose along the cheek to the side of the mouth. */
const foldOf = (ax: number, y: number): number => {
  const share = Math.min(1, Math.max(0, (-0.42 - y) / 0.3))
  return Math.hypot(ax - 0.17 - 0.14 * share, y + 0.42 + 0.3 * share)
}

const createNose = ({ nose, eyes }: Person) => {
  const tip = -0.3 - nose.length
  return (ax: number, y: number, z: number, bare: number): number => {
    const root = [0, eyes.height + 0.06, 0.6 + nose.bridge] as const
    const end = [0, tip, 0.86 + nose.tip] as const
    let d = join(bare, limb(ax, y, z, root, end, 0.03 + nose.width * 0.2, 0.03 + nose.width * 0.25), 0.18)
    d = join(d, ball(ax, y - tip - 0.18, z - 0.76 - nose.hump, 0.05), 0.15)
    d = join(d, ball(ax, y - tip, z - end[2] + 0.01, 0.035 + nose.width * 0.35), 0.09)
    d = join(
      d,
      ellipsoid(ax - nose.width * 0.78, y - tip + 0.035, z - 0.8, nose.width * 0.42, 0.06, 0.1),
      0.06,
    )
    return carve(d, ellipsoid(ax - nose.width * 0.5, y - tip + 0.085, z - 0.85, 0.032, 0.028, 0.06), 0.03)
  }
}

const createMouth = (person: Person, capture: Capture) => {
  const { mouth } = person
  return (x: number, y: number, z: number, bare: number): number => {
    const { across, meet } = lips(person, capture, x)
    if (z < 0.2 || across > 1.4 || Math.abs(y - meet) > 0.3) return bare
    const ax = Math.abs(x)
    const end = mouth.width
    const corner = [end, meet + 0.002, 0.6] as const
    const upper = limb(ax, y, z, [0.0, meet + mouth.upper * 0.5, 0.77], corner, mouth.upper * 0.75, 0.02)
    const lower = limb(ax, y, z, [0.0, meet - mouth.lower * 0.5, 0.75], corner, mouth.lower * 0.72, 0.02)
    let d = join(bare, ellipsoid(ax, y - meet, z - 0.48, end * 0.95, 0.2, 0.28), 0.12)
    d = join(join(d, upper, 0.03), lower, 0.04)
    const ends = rise(1.1, 0.9, across)
    d += 0.035 * bell(y - meet, 0.014) * ends
    d += 0.012 * bell(x, 0.03) * bell(y - meet - mouth.upper - 0.07, 0.06)
    return d + 0.02 * bell(y - meet + mouth.lower + 0.06, 0.05) * bell(x, 0.2)
  }
}

/** Over the cranium, with an opening for the face. */
const createHair = ({ hair, head, seed }: Person) => {
  const { thickness, line, length, curl } = hair
  return (x: number, y: number, z: number): number => {
    const ax = Math.abs(x)
    let d = ellipsoid(
      ax,
      y - 0.32,
      z + 0.14,
      0.67 * head.width + thickness,
      0.74 + thickness,
      0.84 + thickness,
    )
    if (d > 0.6 && y > -0.2) return d - 0.2
    const opening = ellipsoid(ax, y - line + 0.72, z - 0.62, 0.585 * head.width, 0.76, 0.62)
    d = carve(d, opening, 0.04)
    d = Math.max(d, -0.12 - y - 0.3 * Math.max(0, z * -1))
    if (length > 0) {
      const down = -0.1 - 1.35 * length
      const side = limb(ax, y, z, [0.62 * head.width, 0.3, -0.2], [0.72, down, -0.15], thickness + 0.1, 0.16)
      const back = limb(ax, y, z, [0, 0.1, -0.5], [0, down, -0.5], 0.55, 0.5)
      d = join(d, join(side, back, 0.1), 0.1)
    }
    const strands = noise(x * 38 + seed, y * (4 + 30 * curl), z * 38)
    const waves = layeredNoise(x * 5 + seed, y * 4, z * 5, 2)
    return d + (0.006 + 0.012 * curl) * strands + (0.02 + 0.05 * curl) * waves
  }
}

const cloth = (x: number, y: number, z: number): number => {
  if (y > -0.9) return y + 1.1
  const ax = Math.abs(x)
  let d = ellipsoid(ax, y + 2.25, z + 0.3, 1.5, 1.0, 0.6)
  d = join(d, ball(ax - 1.1, y + 1.9, z + 0.3, 0.42), 0.35)
  d = carve(d, limb(ax, y, z, [0, -0.7, -0.15], [0, -1.4, 0.15], 0.48, 0.36), 0.05)
  return d + 0.012 * layeredNoise(x * 4, y * 3, z * 4, 2)
}
