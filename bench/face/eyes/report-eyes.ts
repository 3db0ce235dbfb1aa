import { type Model, type ModelRole, maxClosed } from '@nani/engines/face-engine/index.ts'
import { rateOf } from '@nani/engines/face-evaluation/index.ts'
import { type Example, gatherExamples } from './examples.ts'
import { crossValidate, fitEyes } from './fit-eyes.ts'

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** One original eye of a photograph, and the other one closed artificially. */
const winksOf = (examples: readonly Example[]): Example[] => {
  const asTheyAre = new Map(
    examples.filter(({ kind }) => !kind.endsWith('by us')).map((one) => [one.file, one]),
  )
  return examples
    .filter(({ kind }) => kind === 'shut by us')
    .map((shut, at) => {
      const open = asTheyAre.get(shut.file)!
      const measurements =
        at % 2 === 0
          ? [shut.measurements[0]!, open.measurements[1]!]
          : [open.measurements[0]!, shut.measurements[1]!]
      return { ...shut, kind: 'wink by us', measurements }
    })
}

/** People whose eyes are classified as closed, each with weights that were fitted on other people. */
export const reportEyes = async (
  models: Readonly<Record<ModelRole, Model>>,
  files: readonly string[],
  isFitAsked: boolean,
): Promise<void> => {
  const examples = await gatherExamples(models, files)
  const judged = crossValidate([...examples, ...winksOf(examples)])
  console.log('\nEyes, by weights fitted on other people')
  for (const [kind, list] of Map.groupBy(judged, (one) => one.kind)) {
    const refused = list.filter(({ value }) => value > maxClosed)
    const { rate, low, high } = rateOf(refused.length, list.length)
    console.log(
      `  ${kind.padEnd(16)} closed ${percent(rate).padStart(7)} (${percent(low)} to ${percent(high)}), ${refused.length} of ${list.length}`,
    )
    if (kind === 'open' || kind === 'narrow') console.log(`    ${refused.map(({ file }) => file).join(' ')}`)
    if (kind === 'closed') {
      const missed = list.filter((one) => !refused.includes(one))
      console.log(`    not: ${missed.map(({ file }) => file).join(' ')}`)
    }
  }
  if (isFitAsked) console.log(JSON.stringify(fitEyes(examples)))
}
