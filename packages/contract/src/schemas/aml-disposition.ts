import Type from 'typebox'
import { limits } from '../limits.ts'
import { optional } from './identity.ts'
import { readable } from './readable.ts'

export const hitDispositions = ['false_positive', 'true_match'] as const
export type HitDisposition = (typeof hitDispositions)[number]

const officer = Type.String({
  minLength: 1,
  maxLength: limits.nameCharacters,
  description: 'Who decided, as your own records name them.',
})

/** What compliance officers decide about a hit. */
export const amlDispositionRequest = Type.Object({
  disposition: Type.Enum([...hitDispositions]),
  reason: Type.String({ minLength: 1, maxLength: limits.reasonCharacters, pattern: readable }),
  officer: optional(officer),
})
export type AmlDispositionRequest = Type.Static<typeof amlDispositionRequest>

/** The decision that counts for a hit: for this subject, and the entry with the content that it had then. */
export const amlDisposition = Type.Object({
  id: Type.String({ description: 'dsp_…' }),
  object: Type.Literal('aml_disposition'),
  screening_id: Type.String({ description: 'Of the screening on which it was decided.' }),
  position: Type.Integer({ minimum: 0, description: 'Of the hit there.' }),
  disposition: Type.Enum([...hitDispositions]),
  reason: Type.String(),
  officer: Type.Union([Type.String(), Type.Null()]),
  decided_at: Type.String({ format: 'date-time' }),
})
export type AmlDisposition = Type.Static<typeof amlDisposition>
