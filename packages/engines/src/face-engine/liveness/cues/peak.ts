const rings = 24
/** Almost one level of luma at every pixel. A weaker, invisible signal is not a peak. */
const noiseLevels = 0.8
/** The mean square of the Hann window in both directions. */
const faded = 0.375
/** Frequencies this close to an axis belong to rows or columns. */
const axis = 2

/** For a side: each frequency of the upper half and its ring of equal wavelength. */
type Layout = { places: Uint32Array; ringOf: Uint8Array; radius: Float32Array; isStraight: Uint8Array }

const made = new Map<number, Layout>()

const layOut = (side: number): Layout => {
  const known = made.get(side)
  if (known) return known
  const half = side / 2
  const all = Array.from({ length: half * side }, (_, index) => ({
    x: (index % side) - half,
    y: Math.floor(index / side),
  }))
  const inRings = all.filter(({ x, y }) => Math.round((rings * Math.hypot(x, y)) / half) <= rings)
  const layout = {
    places: Uint32Array.from(inRings, ({ x, y }) => y * side + ((x + side) % side)),
    ringOf: Uint8Array.from(inRings, ({ x, y }) => Math.round((rings * Math.hypot(x, y)) / half)),
    radius: Float32Array.from(inRings, ({ x, y }) => Math.hypot(x, y) / side),
    isStraight: Uint8Array.from(inRings, ({ x, y }) => Number(Math.abs(x) <= axis || y <= axis)),
  }
  made.set(side, layout)
  return layout
}

/**
 * The logarithm of the strongest frequency divided by the median of its ring. Rows and columns are excluded.
 * Compression blocks and blinds cause such peaks too, and no fit gave them a weight.
 */
export const peak = (power: Float32Array, side: number, slowest: number): number => {
  const { places, ringOf, radius, isStraight } = layOut(side)
  const usual = middleLoudness(power, places, ringOf)
  const floor = (noiseLevels * side * faded) ** 2
  let loudest = 0
  for (let index = 0; index < places.length; index++) {
    if (radius[index]! < slowest || isStraight[index]) continue
    loudest = Math.max(loudest, power[places[index]!]! / (usual[ringOf[index]!]! + floor))
  }
  return Math.log10(1 + loudest)
}

/** Sign, exponent and three bits of the fraction of a float: ascending buckets with a width of an eighth. */
const bucketShift = 20
const buckets = 2 ** (31 - bucketShift)

/**
 * The median of each ring, approximated by its bucket. That suffices for peaks of ten times its value and avoids
 * sorting.
 */
const middleLoudness = (power: Float32Array, places: Uint32Array, ringOf: Uint8Array): Float32Array => {
  const bits = new Uint32Array(power.buffer, power.byteOffset, power.length)
  const counts = new Uint32Array((rings + 1) * buckets)
  const members = new Uint32Array(rings + 1)
  for (let index = 0; index < places.length; index++) {
    const ring = ringOf[index]!
    counts[ring * buckets + (bits[places[index]!]! >>> bucketShift)]!++
    members[ring]!++
  }
  const middle = new Uint32Array(rings + 1)
  for (let ring = 0; ring <= rings; ring++) {
    let bucket = 0
    let below = counts[ring * buckets]!
    while (below <= members[ring]! / 2 && bucket < buckets - 1) below += counts[ring * buckets + ++bucket]!
    middle[ring] = (bucket << bucketShift) | (1 << (bucketShift - 1))
  }
  return new Float32Array(middle.buffer)
}
