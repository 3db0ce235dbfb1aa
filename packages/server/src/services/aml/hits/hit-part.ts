import { type AmlCheck, type AmlHit, amlHit } from '@nani/contract'
import type { SubResource } from '../../../calls/calls/index.ts'
import type { Screening } from '../screen-subject.ts'
import type { SubjectFacts } from '../subject/subject.ts'
import type { Finding } from './finding.ts'

/** Data that a screening retains with its result: the entries behind its hits at that time, and its inputs. */
export type RetainedScreening = {
  entries: Finding['entry'][]
  /** The identity and content of each hit. Decisions refer to these. */
  found: Pick<Finding, 'key' | 'contentHash'>[]
  /** The pseudonym that finds decisions about the subject. */
  subject: string
  /** The screened data and the requested checks, which show the effect of another threshold. Absent in earlier results. */
  facts?: SubjectFacts
  checks?: readonly AmlCheck[]
}

type Screened = { facts: SubjectFacts; checks: readonly AmlCheck[] }

export const retainedOf = (
  { findings }: Screening,
  { facts, checks }: Screened,
  subject: string,
): RetainedScreening => ({
  entries: findings.map(({ entry }) => entry),
  found: findings.map(({ key, contentHash }) => ({ key, contentHash })),
  ...{ subject, facts, checks },
})

/** spec/aml#entry-behind-a-hit: `GET /v1/aml/screenings/{id}/hits/{n}`. */
export const hitPart: SubResource<RetainedScreening> = {
  path: '/hits/:n',
  summary: 'Read the entry behind a hit',
  description:
    'The complete entry as it was when the subject was screened, and an explanation of the match field by field. Only the application that performed the screening can read it. Any other application, a position without a hit, and a screening older than 30 days get the same 404. Every read is audited.',
  parameters: { n: { description: 'The position of the hit in `hits`, from 0.', example: '0' } },
  schema: amlHit,
  read({ result, internalData }, { n = '' }) {
    const position = positionOf(n)
    const entry = internalData.entries[position]
    return entry ? hitOf(String(result.id), position, entry) : null
  },
  examples: (calls) => {
    const shown = calls.flatMap(({ name, summary, internalData, answer }) => {
      const [entry] = (internalData as RetainedScreening | undefined)?.entries ?? []
      return entry && 'id' in answer
        ? [[name, { summary, value: hitOf(String(answer.id), 0, entry) }] as const]
        : []
    })
    return Object.fromEntries(shown)
  },
}

/** The position in a path, or -1. */
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
