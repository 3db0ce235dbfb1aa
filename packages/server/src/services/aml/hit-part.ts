import { type AmlHit, amlHit } from '@nani/contract'
import type { ResultPart } from '../../delivery/index.ts'
import type { Finding } from './finding.ts'
import type { Screening } from './screen-subject.ts'

/** What a screening keeps beside its answer: the entries behind its hits as they stood, and what it was made with. */
export type KeptScreening = {
  entries: Finding['entry'][]
  /** What each hit is, and its content as it stood: a decision about it is for these. */
  found: Pick<Finding, 'key' | 'contentHash'>[]
  /** By what decisions about the subject are found. */
  subject: string
  versions: Screening['versions']
}

export const keptOf = ({ findings, versions }: Screening, subject: string): KeptScreening => ({
  entries: findings.map(({ entry }) => entry),
  found: findings.map(({ key, contentHash }) => ({ key, contentHash })),
  subject,
  versions,
})

/** Decisions §5: `GET /v1/aml/screenings/{id}/hits/{n}`. */
export const hitPart: ResultPart = {
  path: '/hits/:n',
  summary: 'read the entry behind a hit',
  description:
    'The whole entry as it stood when the subject was screened, and how the match came about, field by field. Only for the application that ran the screening; for any other, for a position without a hit and after 30 days the answer is the same 404. Every reading is audited.',
  parameters: { n: { description: 'The position of the hit in `hits`, from 0.', example: '0' } },
  schema: amlHit,
  read({ result, kept }, { n = '' }) {
    const position = positionOf(n)
    const entry = (kept as KeptScreening).entries[position]
    return entry ? hitOf(String(result.id), position, entry) : null
  },
  examples: (calls) => {
    const shown = calls.flatMap(({ name, summary, kept, answer }) => {
      const [entry] = (kept as KeptScreening | undefined)?.entries ?? []
      return entry && 'id' in answer
        ? [[name, { summary, value: hitOf(String(answer.id), 0, entry) }] as const]
        : []
    })
    return Object.fromEntries(shown)
  },
}

/** The place that a path names, or -1. */
export const positionOf = (n: string): number => (/^(0|[1-9]\d{0,4})$/.test(n) ? Number(n) : -1)

const hitOf = (screeningId: string, position: number, entry: Finding['entry']): AmlHit => {
  const { list, category, match_score, ...rest } = entry
  return {
    object: 'aml_hit',
    screening_id: screeningId,
    position,
    list,
    category,
    match_score,
    ...rest,
  }
}
