import { blend, clothFinish, eyeFinish, type Finish, hairFinish, skinFinish, times } from './colours.ts'
import { createHead, type Surface } from './head.ts'
import { createDraw, noise } from './noise.ts'
import type { Capture, Colour, Person } from './person.ts'
import { bell, rise } from './solid.ts'

type Vector = readonly [number, number, number]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const unit = (v: Vector): Vector => times(v, 1 / Math.sqrt(dot(v, v)))
const along = (from: Vector, direction: Vector, by: number): Vector => [
  from[0] + by * direction[0],
  from[1] + by * direction[1],
  from[2] + by * direction[2],
]

/** As far as a portrait is taken from; nearer makes noses long. */
const cameraDistance = 7

/** Linear light of a picture, three numbers a pixel. */
export type Light = { width: number; height: number; data: Float32Array }

type Scene = {
  person: Person
  capture: Capture
  head: ReturnType<typeof createHead>
  toHead: Turn
  toLight: Vector
}
type Turn = (v: Vector) => Vector

/** A head by ray marching, `samples`² rays a pixel. Whatever is behind it already stays where it is not. */
export const render = (person: Person, capture: Capture, samples: number, behind?: Light): Light => {
  const { width, height } = capture
  const picture = behind ?? backdrop(capture)
  const head = createHead(person, capture)
  const toHead = createTurn(capture)
  const scene: Scene = { person, capture, head, toHead, toLight: unit(toHead(unit(capture.light.to))) }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [red, green, blue, hits] = [0, 0, 0, 0]
      for (let sample = 0; sample < samples * samples; sample++) {
        const dx = ((sample % samples) + 0.5) / samples
        const dy = (Math.floor(sample / samples) + 0.5) / samples
        const seen = look(scene, x + dx, y + dy)
        if (!seen) continue
        hits++
        red += seen[0]
        green += seen[1]
        blue += seen[2]
      }
      const at = (y * width + x) * 3
      const rest = 1 - hits / samples ** 2
      picture.data[at] = picture.data[at]! * rest + red / samples ** 2
      picture.data[at + 1] = picture.data[at + 1]! * rest + green / samples ** 2
      picture.data[at + 2] = picture.data[at + 2]! * rest + blue / samples ** 2
    }
  }
  return picture
}

/** From the camera's directions to those of the head. */
const createTurn = ({ yaw, pitch, roll }: Capture): Turn => {
  const [sy, sp, sr] = [yaw, pitch, roll].map((degrees) => Math.sin((degrees * Math.PI) / 180)) as number[]
  const [cy, cp, cr] = [yaw, pitch, roll].map((degrees) => Math.cos((degrees * Math.PI) / 180)) as number[]
  return ([x, y, z]) => {
    const [x1, y1] = [cr! * x + sr! * y, cr! * y - sr! * x]
    const [y2, z2] = [cp! * y1 + sp! * z, cp! * z - sp! * y1]
    return [cy! * x1 - sy! * z2, y2, cy! * z2 + sy! * x1]
  }
}

const look = (scene: Scene, px: number, py: number): Vector | null => {
  const { capture, head, toHead } = scene
  const scale = 2 / capture.headHeight
  const [sx, sy] = [(px - capture.centre[0]) * scale, (capture.centre[1] - py) * scale]
  const from = toHead([0, 0, cameraDistance])
  const direction = unit(toHead([sx, sy, -cameraDistance]))
  let travelled = cameraDistance - 1.9
  for (let step = 0; step < 90 && travelled < cameraDistance + 2; step++) {
    const at = along(from, direction, travelled)
    const distance = head.distance(at[0], at[1], at[2])
    if (distance < 0.0015) return shade(scene, at, direction)
    travelled += distance * 0.8
  }
  return null
}

const finishOf = ({ person, capture }: Scene, surface: Surface, [x, y, z]: Vector): Finish => {
  if (surface === 'skin') return skinFinish(person, capture, x, y, z)
  if (surface === 'eye') return eyeFinish(person, capture, x, y, z)
  return surface === 'hair' ? hairFinish(person, x, y, z) : clothFinish(capture, x, y, z)
}

// Light enters skin and leaves it at a distance, red further than blue, so shadows have red edges.
const wrap: Colour = [0.32, 0.14, 0.09]

const shade = (scene: Scene, at: Vector, direction: Vector): Vector => {
  const { head, capture, toLight } = scene
  const surface = head.surface(at[0], at[1], at[2])
  const finish = finishOf(scene, surface, at)
  const smooth = normalAt(head.distance, at, 0.004)
  const normal = surface === 'skin' ? porous(smooth, at) : smooth
  const lit = dot(normal, toLight)
  const shadow = shadowAt(head.distance, along(at, smooth, 0.02), toLight, capture.light.softness)
  const open = openness(head.distance, at, smooth)
  const colour = [0, 0, 0]
  const half = unit([toLight[0] - direction[0], toLight[1] - direction[1], toLight[2] - direction[2]])
  const facing = Math.max(0, -dot(normal, direction))
  const fresnel = 0.4 + 0.6 * (1 - facing) ** 3 * 4
  const spark = finish.shine * fresnel * Math.max(0, dot(normal, half)) ** finish.gloss * shadow
  const sky = 0.62 + 0.38 * normal[1]
  for (let part = 0; part < 3; part++) {
    const wide = wrap[part]! * finish.soft
    const key = Math.max(0, (lit + wide) / (1 + wide)) * shadow ** (1 - wide)
    const around = capture.light.fill[part]! * sky * open ** (1 - 0.5 * wide)
    const arriving = capture.light.colour[part]! * key + around
    colour[part] = finish.colour[part]! * arriving + spark * capture.light.colour[part]! * 3
  }
  return colour as unknown as Vector
}

const normalAt = (distance: (x: number, y: number, z: number) => number, [x, y, z]: Vector, by: number) => {
  const a = distance(x + by, y - by, z - by)
  const b = distance(x - by, y - by, z + by)
  const c = distance(x - by, y + by, z - by)
  const d = distance(x + by, y + by, z + by)
  return unit([a - b - c + d, -a - b + c + d, -a + b - c + d])
}

const porous = (normal: Vector, [x, y, z]: Vector): Vector => {
  const fine = (shift: number) =>
    0.05 * noise(x * 65 + shift, y * 65, z * 65) + 0.04 * noise(x * 25 + shift, y * 25, z * 25)
  return unit([normal[0] + fine(0), normal[1] + fine(31), normal[2] + fine(57)])
}

const shadowAt = (distance: (...at: Vector) => number, from: Vector, toLight: Vector, softness: number) => {
  let open = 1
  for (let travelled = 0.03, step = 0; step < 26 && travelled < 2; step++) {
    const gap = distance(...along(from, toLight, travelled))
    open = Math.min(open, 0.5 + (0.5 * gap) / (softness * travelled))
    if (open <= 0) return 0
    travelled += Math.max(0.025, Math.min(0.2, Math.abs(gap)))
  }
  return rise(0, 1, open)
}

const openness = (distance: (...at: Vector) => number, at: Vector, normal: Vector): number => {
  let closed = 0
  for (let tap = 1; tap <= 5; tap++) {
    const reach = 0.045 * tap
    closed += Math.max(0, reach - distance(...along(at, normal, reach))) / 2 ** tap / 0.045
  }
  return Math.max(0.12, 1 - 0.8 * closed)
}

/** A wall out of focus, and the objects in front of it. */
const backdrop = ({ width, height, background, seed }: Capture): Light => {
  const draw = createDraw(seed)
  const things = Array.from({ length: 7 }, () => ({
    x: draw(),
    width: 0.05 + 0.14 * draw(),
    from: draw() * 0.8 - 0.3,
    strength: draw() - 0.35,
  }))
  const data = new Float32Array(width * height * 3)
  for (let at = 0; at < data.length; at += 3) {
    const x = ((at / 3) % width) / width
    const y = Math.floor(at / 3 / width) / height
    const shapes = things.reduce(
      (sum, thing) =>
        sum + thing.strength * bell(x - thing.x, thing.width) * rise(thing.from, thing.from + 0.2, y),
      0,
    )
    const uneven = 1 + 0.12 * noise(x * 3 + seed, y * 3, seed) - 0.25 * y
    data.set(times(blend(background.colour, background.other, Math.min(1, Math.max(0, shapes))), uneven), at)
  }
  return { width, height, data }
}
