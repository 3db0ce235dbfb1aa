/*
 * Signed distances: negative inside. What is joined smoothly has no seam (polynomial smooth minimum), which is how soft
 * tissue lies over bone.
 */

export const ball = (x: number, y: number, z: number, radius: number): number =>
  Math.sqrt(x * x + y * y + z * z) - radius

/** Nearly the distance to an ellipsoid around the origin: right at its surface, and of the right order elsewhere. */
export const ellipsoid = (x: number, y: number, z: number, a: number, b: number, c: number): number => {
  const [u, v, w] = [x / a, y / b, z / c]
  const reach = Math.sqrt(u * u + v * v + w * w)
  if (reach < 1e-6) return -Math.min(a, b, c)
  const [du, dv, dw] = [u / a, v / b, w / c]
  return (reach * (reach - 1)) / Math.sqrt(du * du + dv * dv + dw * dw)
}

export type Place = readonly [number, number, number]

/** A limb between two places, whose radius changes evenly from one end to the other. */
export const limb = (
  x: number,
  y: number,
  z: number,
  [ax, ay, az]: Place,
  [bx, by, bz]: Place,
  from: number,
  to: number,
): number => {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az]
  const along = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz)
  const share = Math.min(1, Math.max(0, along))
  return ball(x - ax - share * dx, y - ay - share * dy, z - az - share * dz, from + share * (to - from))
}

export const join = (a: number, b: number, softness: number): number => {
  const near = Math.max(softness - Math.abs(a - b), 0) / softness
  return Math.min(a, b) - (near * near * softness) / 4
}

export const carve = (a: number, b: number, softness: number): number => -join(-a, b, softness)

/** A bell of height 1 at 0 that is gone at some twice its width. */
export const bell = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2))

/** 0 below `from`, 1 above `to`, soft between. */
export const rise = (from: number, to: number, value: number): number => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}
