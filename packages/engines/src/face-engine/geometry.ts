/** In pixels of a decoded image: x to the right, y down. The centre of the first pixel is (0.5, 0.5). */
export type Point = { x: number; y: number }

/** A rectangle of a decoded image. It can extend beyond the edges. */
export type Box = { left: number; top: number; width: number; height: number }

/**
 * The 68 points of the usual annotation (iBUG 300-W): 0–16 jaw, 17–26 brows, 27–35 nose, 36–41 the eye on the image's
 * left, 42–47 the eye on its right, 48–67 mouth.
 */
export type Landmarks = readonly Point[]

/**
 * The eye on the left of the image, the eye on its right, the tip of the nose, the left and right corners of the
 * mouth.
 */
export type FivePoints = readonly [Point, Point, Point, Point, Point]
