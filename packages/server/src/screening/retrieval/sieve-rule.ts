/** An initial and a word that begins with it, 0–100. */
export const INITIAL_LIKENESS = 70

/** Share of the lighter name that the other must recognise, in hundredths. */
const OF_LIGHTER = 51
/** Share of the heavier one; an acronym weighs so little beside its words that joined names are let off. */
const OF_HEAVIER = 24

/**
 * The rule of the sieve: names pass when each recognises enough of the other. It knows no statistics of an index, so
 * that the same two names pass in either direction, whatever else is indexed. In hundredths of the weight unit.
 */
export function neededOverlap(weight: number, otherWeight: number, isJoined: boolean): number {
  const ofLighter = OF_LIGHTER * Math.min(weight, otherWeight)
  return isJoined ? ofLighter : Math.max(ofLighter, OF_HEAVIER * Math.max(weight, otherWeight))
}
