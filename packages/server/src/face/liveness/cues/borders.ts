import type { Surroundings } from './surroundings.ts'

/** Luma a pixel: less is a shade. */
const leastSlope = 3
const mostLean = 0.4
const leanStep = 0.04
/** Beside the face, in its heights, that a border must run along. */
const beyond = 0.25
const leans = Math.round((2 * mostLean) / leanStep) + 1

/** One direction of looking: `along` a border and `across` it. For borders at the sides, rows are along. */
type View = {
  along: number
  across: number
  /** Of the slopes and steps, by direction. */
  steep: Float32Array
  flat: Float32Array
  alongStep: number
  acrossStep: number
  /** The face: where it starts and ends, along and across. */
  from: number
  to: number
  near: number
  far: number
}

/**
 * Straight edges beside the face, as the rims of a print, a screen or a card's photograph are: for each side, how much of
 * the face's length (and some beyond) the best line has an edge on, 0 to 1. In falling order: a living face has a door or
 * a shelf on one side or two, a picture has three or four.
 */
export const measureBorders = (around: Surroundings): [number, number, number, number] => {
  const { face, width, height, slopeX, slopeY } = around
  const upright: View = {
    along: height,
    across: width,
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
    steep: slopeY,
    flat: slopeX,
    alongStep: 1,
    acrossStep: width,
    from: face.left,
    to: face.left + face.width,
    near: face.top,
    far: face.top + face.height,
  }
  const [one, two, three, four] = [...bestLines(upright), ...bestLines(level)].toSorted((a, b) => b - a)
  return [one!, two!, three!, four!]
}

/** The best line before the face and the best behind it. */
const bestLines = (view: View): [number, number] => {
  const length = view.to - view.from
  const start = Math.max(1, Math.floor(view.from - beyond * length))
  const end = Math.min(view.along - 1, Math.ceil(view.to + beyond * length))
  const wanted = length * (1 + 2 * beyond)
  const votes = countVotes(view, start, end)
  const bins = votes.length / leans
  const best = { before: 0, behind: 0 }
  for (let lean = 0; lean < leans; lean++) {
    for (let bin = 1; bin < bins - 1; bin++) {
      // A line that is not quite straight lies in two bins.
      const count = votes[lean * bins + bin]! + votes[lean * bins + bin + 1]!
      if (bin < view.near) best.before = Math.max(best.before, count)
      else if (bin > view.far) best.behind = Math.max(best.behind, count)
    }
  }
  return [Math.min(1, best.before / wanted), Math.min(1, best.behind / wanted)]
}

/** For each lean and each place at the middle of the face, the edges that lie on that line. */
const countVotes = (view: View, start: number, end: number): Uint16Array => {
  const { across, steep, flat, alongStep, acrossStep } = view
  const votes = new Uint16Array(leans * (across + 1))
  const middle = (view.from + view.to) / 2
  for (let along = start; along < end; along++) {
    for (let place = 2; place < across - 2; place++) {
      const at = along * alongStep + place * acrossStep
      const slope = Math.abs(steep[at]!)
      if (slope < leastSlope || slope < 2 * Math.abs(flat[at]!)) continue
      if (slope < Math.abs(steep[at - acrossStep]!) || slope <= Math.abs(steep[at + acrossStep]!)) continue
      for (let lean = 0; lean < leans; lean++) {
        const bin = Math.round(place - (lean * leanStep - mostLean) * (along - middle))
        if (bin >= 0 && bin <= across) votes[lean * (across + 1) + bin]!++
      }
    }
  }
  return votes
}
