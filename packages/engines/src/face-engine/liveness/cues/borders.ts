import type { Surroundings } from './surroundings.ts'

/** Luma change for each pixel. A smaller slope is a shade. */
const leastSlope = 3
/** At this distance beyond the edge of a bezel, the picture is black. */
const bezelWidth = 3
const bezelLuma = 50
const leastDrop = 12
const maxLean = 0.4
const leanStep = 0.04
/** Required length of a border beyond the face, as a share of the height of the face. */
const beyond = 0.25
const leans = Math.round((2 * maxLean) / leanStep) + 1

/** One orientation: `along` a border and `across` it. For borders on the left and right, rows are along. */
type View = {
  along: number
  across: number
  grey: Float32Array
  /** The slopes and steps in this direction. */
  steep: Float32Array
  flat: Float32Array
  alongStep: number
  acrossStep: number
  /** The face: its start and end, along and across. */
  from: number
  to: number
  near: number
  far: number
}

/**
 * Straight edges near the face: the rim of a print, a screen or a photograph on a card. For each side, the share (0 to
 * 1) of the face's length, plus a margin, that has an edge on the best line.
 */
export type Borders = {
  /**
   * In descending order. Near a live face one or two sides have a door or a shelf. A picture has three or four
   * borders.
   */
  lines: readonly [number, number, number, number]
  /**
   * The second best side with edges to black, as on the bezel of a screen. In dark rooms, two sides are not straight.
   */
  bezel: number
}

export const measureBorders = (around: Surroundings): Borders => {
  const { face, width, height, grey, slopeX, slopeY } = around
  const upright: View = {
    along: height,
    across: width,
    grey,
    steep: slopeX,
    flat: slopeY,
    alongStep: width,
    acrossStep: 1,
    from: face.top,
    to: face.top + face.height,
    near: face.left,
    far: face.left + face.width,
  }
  const level: View = {
    along: width,
    across: height,
    grey,
    steep: slopeY,
    flat: slopeX,
    alongStep: 1,
    acrossStep: width,
    from: face.left,
    to: face.left + face.width,
    near: face.top,
    far: face.top + face.height,
  }
  const across = bestLines(upright)
  const down = bestLines(level)
  const [one, two, three, four] = [...across.lines, ...down.lines].toSorted((a, b) => b - a)
  const [, bezel] = [...across.bezels, ...down.bezels].toSorted((a, b) => b - a)
  return { lines: [one!, two!, three!, four!], bezel: bezel! }
}

type Pair = readonly [number, number]

/** The best line before the face and the best after it, for all edges and for edges to black. */
const bestLines = (view: View): { lines: Pair; bezels: Pair } => {
  const length = view.to - view.from
  const start = Math.max(1, Math.floor(view.from - beyond * length))
  const end = Math.min(view.along - 1, Math.ceil(view.to + beyond * length))
  // A border is only visible up to the edge of the photograph.
  const wanted = Math.max(length, end - start)
  const { all, ontoBlack } = countVotes(view, start, end)
  return { lines: bestOf(view, all, wanted), bezels: bestOf(view, ontoBlack, wanted) }
}

const bestOf = ({ near, far }: View, votes: Uint16Array, wanted: number): Pair => {
  const bins = votes.length / leans
  const best = { before: 0, behind: 0 }
  for (let lean = 0; lean < leans; lean++) {
    for (let bin = 1; bin < bins - 1; bin++) {
      // A line that is not exactly straight falls into two bins.
      const count = votes[lean * bins + bin]! + votes[lean * bins + bin + 1]!
      if (bin < near) best.before = Math.max(best.before, count)
      else if (bin > far) best.behind = Math.max(best.behind, count)
    }
  }
  return [Math.min(1, best.before / wanted), Math.min(1, best.behind / wanted)]
}

/** For each slope and each position at the centre of the face: the number of edges on that line. */
const countVotes = (view: View, start: number, end: number) => {
  const { across, steep, flat, alongStep, acrossStep } = view
  const all = new Uint16Array(leans * (across + 1))
  const ontoBlack = new Uint16Array(leans * (across + 1))
  const middle = (view.from + view.to) / 2
  for (let along = start; along < end; along++) {
    for (let place = 2; place < across - 2; place++) {
      const at = along * alongStep + place * acrossStep
      const slope = Math.abs(steep[at]!)
      if (slope < leastSlope || slope < 2 * Math.abs(flat[at]!)) continue
      if (slope < Math.abs(steep[at - acrossStep]!) || slope <= Math.abs(steep[at + acrossStep]!)) continue
      const isBezel = isOntoBlack(view, at, place)
      for (let lean = 0; lean < leans; lean++) {
        const bin = Math.round(place - (lean * leanStep - maxLean) * (along - middle))
        if (bin < 0 || bin > across) continue
        all[lean * (across + 1) + bin]!++
        if (isBezel) ontoBlack[lean * (across + 1) + bin]!++
      }
    }
  }
  return { all, ontoBlack }
}

const isOntoBlack = ({ grey, across, acrossStep, near, far }: View, at: number, place: number): boolean => {
  const outwards = place < (near + far) / 2 ? -bezelWidth : bezelWidth
  if (Math.min(place - bezelWidth, across - 1 - place - bezelWidth) < 0) return false
  const beyond = grey[at + outwards * acrossStep]!
  return beyond <= bezelLuma && grey[at - outwards * acrossStep]! - beyond >= leastDrop
}
