const rings = 24
/** As loud as almost one level of luma at every pixel, so that what nobody could see is no peak. */
const noiseLevels = 0.8
/** The mean square of the Hann window, across and down. */
const faded = 0.375
/** Frequencies this near to an axis are of rows or columns. */
const axis = 2

/** For a side: each frequency of the upper half and its ring, that is, all of the same length of wave. */
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
  const round = all.filter(({ x, y }) => Math.round((rings * Math.hypot(x, y)) / half) <= rings)
  const layout = {
    places: Uint32Array.from(round, ({ x, y }) => y * side + ((x + side) % side)),
    ringOf: Uint8Array.from(round, ({ x, y }) => Math.round((rings * Math.hypot(x, y)) / half)),
    radius: Float32Array.from(round, ({ x, y }) => Math.hypot(x, y) / side),
    isStraight: Uint8Array.from(round, ({ x, y }) => Number(Math.abs(x) <= axis || y <= axis)),
  }
  made.set(side, layout)
  return layout
}

/**
 * The loudest frequency over the middle loudness of its ring, as a logarithm. Along rows and columns
 * none is looked for: no fit has ever given such peaks a weight, for the compressor's blocks and blinds have them too.
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

/** Of a float's bits, sign, exponent and three of the fraction: buckets that are an eighth wide, in rising order. */
const bucketShift = 20
const buckets = 2 ** (31 - bucketShift)

/** The median of each ring, to its bucket: as good as exact beside peaks of ten times as much, and nothing is sorted. */
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
