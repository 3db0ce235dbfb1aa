import type { Point } from '../geometry.ts'

/** Rotation, one scale and a shift: x′ = a·x − b·y + x₀, y′ = b·x + a·y + y₀. */
export type SimilarityTransform = { a: number; b: number; x0: number; y0: number }

export const applyTransform = ({ a, b, x0, y0 }: SimilarityTransform, { x, y }: Point): Point => ({
  x: a * x - b * y + x0,
  y: b * x + a * y + y0,
})

export const scaleOf = ({ a, b }: SimilarityTransform): number => Math.hypot(a, b)

/** The least-squares transform from the points `from` to the points `to`. */
export const fitSimilarity = (from: readonly Point[], to: readonly Point[]): SimilarityTransform => {
  const middleFrom = meanPoint(from)
  const middleTo = meanPoint(to)
  let along = 0
  let across = 0
  let spread = 0
  for (const [index, point] of from.entries()) {
    const x = point.x - middleFrom.x
    const y = point.y - middleFrom.y
    const u = to[index]!.x - middleTo.x
    const v = to[index]!.y - middleTo.y
    along += x * u + y * v
    across += x * v - y * u
    spread += x * x + y * y
  }
  // Identical points have no direction and no scale. They are only shifted.
  const a = spread > 0 ? along / spread : 1
  const b = spread > 0 ? across / spread : 0
  return {
    a,
    b,
    x0: middleTo.x - a * middleFrom.x + b * middleFrom.y,
    y0: middleTo.y - b * middleFrom.x - a * middleFrom.y,
  }
}

export const meanPoint = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
