import { type CalibrationStep, calibrated, cosine, type Template } from '../face-engine/index.ts'
import { type Errors, measureErrors } from './measure-errors.ts'
import type { Capture, Observations } from './observe-photographs.ts'
import type { EvaluationList, ListedPhotograph } from './read-list.ts'
import type { Pair } from './read-pairs.ts'
import { createScoreSheet, type ScoredPair, type Scores, type WorstPairs } from './scores.ts'

/** The people of a group that were compared. `people` is null for a list of pairs, which names no people. */
export type GroupSize = { people: number | null; photographs: number }

export type GroupEvaluation = GroupSize & { group: string; errors: Omit<Errors, 'curve'> }

/** A worst pair, as it is reported. */
export type ReportedPair = ScoredPair & { similarity: number }

export type Evaluation = {
  modelId: string
  /** The calibration of the similarity: that of the model, or the identifier of a fitted one. */
  calibration: string
  pairs: number
  captures: Capture[]
  /** Number of pairs with a photograph that could not be compared. */
  notCompared: number
  /** The similarities of the pairs, ascending. */
  scores: { same: Float64Array; different: Float64Array }
  errors: Errors
  groups: GroupEvaluation[]
  worst: { different: ReportedPair[]; same: ReportedPair[] }
}

/** The compared pairs, for an evaluation or a fit. */
export type PairComparison = GroupSize & {
  modelId: string
  pairs: number
  captures: Capture[]
  scores: Scores
  groups: (GroupSize & { group: string; scores: Scores })[]
  worst: WorstPairs
}

/** The photographs of a list, each once. */
export const photographsOfList = (list: EvaluationList): string[] =>
  list.kind === 'pairs'
    ? [...new Set(list.pairs.flatMap(({ a, b }) => [a, b]))]
    : list.photographs.map(({ file }) => file)

/** Compares the observed photographs of a list. */
export const compareList = (
  list: EvaluationList,
  { modelId, captures, templates }: Observations,
): PairComparison => {
  const sheet = createScoreSheet()
  if (list.kind === 'pairs') comparePairs(list.pairs, templates, sheet)
  else compareAll(list.photographs, templates, sheet)
  const { groups, ...scored } = sheet.finish()
  const count = captures.length
  return {
    modelId,
    pairs: list.kind === 'pairs' ? list.pairs.length : (count * (count - 1)) / 2,
    captures,
    ...scored,
    ...sizeOf(list, null, templates),
    groups: [...groups].map(([group, scores]) => ({ group, scores, ...sizeOf(list, group, templates) })),
  }
}

type Sheet = ReturnType<typeof createScoreSheet>
type Templates = ReadonlyMap<string, Template>

const comparePairs = (pairs: readonly Pair[], templates: Templates, sheet: Sheet): void => {
  for (const { a, b, isSame, group } of pairs) {
    const [one, other] = [templates.get(a), templates.get(b)]
    if (one && other) sheet.add({ a, b, cosine: cosine(one, other) }, isSame, group)
  }
}

/** Every pair of the photographs. A pair of different people is within a group if both are in it. */
const compareAll = (photographs: readonly ListedPhotograph[], templates: Templates, sheet: Sheet): void => {
  const usable = photographs.flatMap((one) => {
    const template = templates.get(one.file)
    return template ? [{ ...one, template }] : []
  })
  for (const [index, one] of usable.entries()) {
    for (let before = 0; before < index; before++) {
      const other = usable[before]!
      const pair = { a: other.file, b: one.file, cosine: cosine(one.template, other.template) }
      sheet.add(pair, one.person === other.person, one.group === other.group ? one.group : null)
    }
  }
}

const sizeOf = (list: EvaluationList, group: string | null, templates: Templates): GroupSize => {
  const isIn = (one: { group: string | null }) => group === null || one.group === group
  if (list.kind === 'pairs') {
    const files = new Set(list.pairs.filter(isIn).flatMap(({ a, b }) => [a, b]))
    return { people: null, photographs: [...files].filter((file) => templates.has(file)).length }
  }
  const usable = list.photographs.filter((one) => isIn(one) && templates.has(one.file))
  return { people: new Set(usable.map(({ person }) => person)).size, photographs: usable.length }
}

export type NamedCalibration = { id: string; calibration: readonly CalibrationStep[] }

/** The error rates of compared photographs, for a calibration of the similarity. */
export const evaluationOf = (compared: PairComparison, { id, calibration }: NamedCalibration): Evaluation => {
  const { modelId, pairs, captures } = compared
  const similarityOf = (cosine: number) => calibrated(calibration, cosine)
  // The calibration never decreases, so the order of the cosines stays.
  const similarities = ({ same, different }: Scores) => ({
    same: Float64Array.from(same, similarityOf),
    different: Float64Array.from(different, similarityOf),
  })
  const reported = (worst: readonly ScoredPair[]) =>
    worst.map((pair) => ({ ...pair, similarity: similarityOf(pair.cosine) }))
  const scores = similarities(compared.scores)
  return {
    modelId,
    calibration: id,
    pairs,
    captures,
    notCompared: pairs - scores.same.length - scores.different.length,
    scores,
    errors: measureErrors(scores),
    groups: compared.groups.map(({ scores, ...group }) => {
      const { curve: _, ...errors } = measureErrors(similarities(scores))
      return { ...group, errors }
    }),
    worst: { different: reported(compared.worst.different), same: reported(compared.worst.same) },
  }
}
