import type { CreditFactorCode } from '@nani/contract'
import { factorOfMissingSource, type ScoredRecords, type Source, sources } from '@nani/scorecard'
import { missingField, missingSource, recordTexts, type Text } from './record-texts.ts'

/** Fixed and neutral: they say nothing about the finding (spec/credit#factors). */
const complianceTexts = {
  sanctions_exposure: {
    en: 'A regulatory check applies to this assessment.',
    fr: 'Une vérification réglementaire s’applique à cette évaluation.',
  },
  fraud_history: {
    en: 'An additional verification applies to this assessment.',
    fr: 'Une vérification complémentaire s’applique à cette évaluation.',
  },
} as const satisfies Partial<Record<CreditFactorCode, Text>>

/** The feature of a model as its text needs it: the columns that it reads. */
export type ColumnsOfFeature = (feature: string) => readonly string[]

const isCompliance = (code: CreditFactorCode): code is keyof typeof complianceTexts => code in complianceTexts

/** Says in plain words what the record says about the strongest feature of a factor. `values`: of each column. */
export const textOfFactor = (
  code: CreditFactorCode,
  scored: ScoredRecords,
  values: ReadonlyMap<string, number>,
  columnsOf: ColumnsOfFeature,
): Text => {
  if (isCompliance(code)) return complianceTexts[code]
  if (scored.thinFile) {
    const source = sources.find((one) => factorOfMissingSource[one] === code)
    if (source) return missingSource(source)
  }
  const sum = scored.contributions[code] ?? 0
  const [strongest] = scored.features
    .filter(({ factor }) => factor === code)
    .toSorted((a, b) => Math.sign(sum || 1) * (b.contribution - a.contribution))
  if (!strongest) throw new Error(`The factor ${code} has no feature`)
  const { source, isMissing, feature } = strongest
  if (isMissing && source) {
    return scored.dataSources.includes(source) ? missingField(source) : missingSource(source)
  }
  return textOfColumns(columnsOf(feature), values)
}

/** A feature that is derived from several columns has a sentence for each. */
const textOfColumns = (columns: readonly string[], values: ReadonlyMap<string, number>): Text => {
  const texts = columns.map((column) => {
    const [source, field] = column.split('.') as [Source, string]
    const say = (recordTexts[source] as Record<string, (value: number) => Text>)[field]
    const value = values.get(column)
    return say && value !== undefined ? say(value) : missingField(source)
  })
  return { en: texts.map(({ en }) => en).join(' '), fr: texts.map(({ fr }) => fr).join(' ') }
}
