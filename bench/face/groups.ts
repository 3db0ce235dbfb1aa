import type { CalibrationStep } from '@nani/engines/face-engine/index.ts'
import {
  compareList,
  evaluationOf,
  fitCalibration,
  leastPeople,
  type PairComparison,
} from '@nani/engines/face-evaluation/index.ts'
import { createDraw, type Draw } from './coverings.ts'
import type { Enrolled } from './identities.ts'
import { nameGroupOf } from './name-groups.ts'

const halvings = 20
const thresholds = [0.8, 0.85, 0.9]
/** The thresholds at which a fit is measured on the other half. */
const fittedThresholds = [0.8, 0.85]

/** Error rates within groups of names, and whether a fit on one half of the people of a group holds on the other half. */
export const reportGroups = (
  enrolled: readonly Enrolled[],
  calibration: readonly CalibrationStep[],
): void => {
  const groups = [...Map.groupBy(enrolled, ({ person }) => nameGroupOf(person))].flatMap(
    ([group, photographs]) => (group ? [{ group, photographs }] : []),
  )
  console.log('\nWithin groups by the origin of the name, with the calibration of the model')
  for (const { group, photographs } of groups) {
    console.log(`  ${group}: ${peopleOf(photographs).length} people, ${photographs.length} photographs`)
    report(compare(photographs), { id: 'of the model', calibration })
  }
  console.log(`\n${halvings} random halvings: fitted on one half of the people, measured on the other`)
  for (const { group, photographs } of groups) reportHalvings(group, photographs, calibration)
}

const report = (compared: PairComparison, named: Parameters<typeof evaluationOf>[1]): void => {
  for (const { threshold, falseMatch, falseNonMatch } of evaluationOf(compared, named).errors.at) {
    if (!thresholds.includes(threshold)) continue
    console.log(
      `    ${threshold.toFixed(2)}: FMR ${rateText(falseMatch)}, FNMR ${falseNonMatch.count} of ${falseNonMatch.total}`,
    )
  }
}

type Rate = { rate: number; low: number; high: number; count: number; total: number }
const rateText = ({ rate, low, high, count, total }: Rate) =>
  `${rate.toExponential(1)} (${low.toExponential(1)} to ${high.toExponential(1)}; ${count} of ${total})`

const reportHalvings = (
  group: string,
  photographs: readonly Enrolled[],
  calibration: readonly CalibrationStep[],
): void => {
  const people = peopleOf(photographs)
  if (people.length < 2 * leastPeople) {
    console.log(`  ${group}: a half of ${people.length} people is refused; a fit needs ${leastPeople}`)
    return
  }
  const draw = createDraw(7)
  const rates = Array.from({ length: halvings }, () => oneHalving(people, photographs, calibration, draw))
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  for (const [at, threshold] of fittedThresholds.entries()) {
    const [before, after] = [rates.map((one) => one.before[at]!), rates.map((one) => one.after[at]!)]
    const matched = (list: typeof before) => mean(list.map(({ match }) => match)).toExponential(1)
    const missed = (list: typeof before) =>
      `${(100 * mean(list.map(({ nonMatch }) => nonMatch))).toFixed(2)} %`
    const worst = Math.max(...after.map(({ match }) => match)).toExponential(1)
    console.log(
      `  ${group}: FMR at ${threshold.toFixed(2)} before ${matched(before)}, after the fit ${matched(after)}, worst ${worst}; FNMR ${missed(before)}, then ${missed(after)}`,
    )
  }
}

const oneHalving = (
  people: readonly string[],
  photographs: readonly Enrolled[],
  calibration: readonly CalibrationStep[],
  draw: Draw,
) => {
  const order = people.map((person) => ({ person, at: draw() })).toSorted((a, b) => a.at - b.at)
  const half = new Set(order.slice(0, order.length / 2).map(({ person }) => person))
  const fitted = fitCalibration(compare(photographs.filter(({ person }) => half.has(person))), calibration)
  const others = compare(photographs.filter(({ person }) => !half.has(person)))
  const ratesOf = (named: Parameters<typeof evaluationOf>[1]) => {
    const { at } = evaluationOf(others, named).errors
    return fittedThresholds.map((wanted) => {
      const { falseMatch, falseNonMatch } = at.find(({ threshold }) => threshold === wanted)!
      return { match: falseMatch.rate, nonMatch: falseNonMatch.rate }
    })
  }
  return { before: ratesOf({ id: '', calibration }), after: ratesOf(fitted) }
}

const peopleOf = (photographs: readonly Enrolled[]): string[] => [
  ...new Set(photographs.map(({ person }) => person)),
]

const compare = (photographs: readonly Enrolled[]): PairComparison =>
  compareList(
    {
      kind: 'photographs',
      photographs: photographs.map(({ file, person }) => ({ file, person, group: null })),
    },
    {
      modelId: 'bench',
      captures: photographs.map(({ file }) => ({ file, answer: 'accepted', isComparable: true })),
      templates: new Map(photographs.map(({ file, vector }) => [file, { modelId: 'bench', vector }])),
    },
  )
