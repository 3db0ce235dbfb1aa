/** A number from 0 to 1 for a place of the lattice, the same in every run. */
const lattice = (x: number, y: number, z: number): number => {
  let value = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(z, 2_147_483_629)
  value = Math.imul(value ^ (value >>> 13), 1_274_126_177)
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32
}

const ease = (share: number): number => share * share * (3 - 2 * share)
const mix = (a: number, b: number, share: number): number => a + (b - a) * share

/** Smooth noise from −1 to 1, one bump for each unit of length. */
export const noise = (x: number, y: number, z: number): number => {
  const [left, top, near] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [u, v, w] = [ease(x - left), ease(y - top), ease(z - near)]
  const edge = (dy: number, dz: number) =>
    mix(lattice(left, top + dy, near + dz), lattice(left + 1, top + dy, near + dz), u)
  return 2 * mix(mix(edge(0, 0), edge(1, 0), v), mix(edge(0, 1), edge(1, 1), v), w) - 1
}

/** Noise of several sizes, each half as large and as strong as the one before. */
export const layeredNoise = (x: number, y: number, z: number, layers: number): number => {
  let sum = 0
  let strength = 1
  let size = 1
  for (let layer = 0; layer < layers; layer++, strength /= 2, size *= 2) {
    sum += strength * noise(x * size + 17 * layer, y * size, z * size)
  }
  return sum / (2 - 2 * strength)
}

/** Numbers from 0 to 1 in a sequence that the seed decides. */
export const createDraw = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e37_79b9) >>> 0
    let value = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b)
    value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35)
    return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32
  }
}
