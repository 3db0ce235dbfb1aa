import Type from 'typebox'
import { limits } from '../limits.ts'
import { optional } from './identity.ts'
import { readableRule, readableText } from './readable.ts'

export const hitDispositions = ['false_positive', 'true_match'] as const
export type HitDisposition = (typeof hitDispositions)[number]

const officer = Type.String({
  minLength: 1,
  maxLength: limits.nameCharacters,
  description: 'The person who decided, as named in your records.',
})

/** A compliance officer's decision about a hit. */
export const amlDispositionRequest = Type.Object({
  disposition: Type.Enum([...hitDispositions]),
  reason: Type.String({
    minLength: 1,
    maxLength: limits.reasonCharacters,
    format: readableText,
    description: `The reason for the decision. ${readableRule}`,
  }),
  officer: optional(officer),
})
export type AmlDispositionRequest = Type.Static<typeof amlDispositionRequest>

/** The latest decision about a hit. It applies to this subject, and to the entry with its content at that time. */
export const amlDisposition = Type.Object({
  id: Type.String({ description: 'dsp_…' }),
  object: Type.Literal('aml_disposition'),
  screening_id: Type.String({ description: 'The id of the screening with the decided hit.' }),
  position: Type.Integer({ minimum: 0, description: 'The position of the hit in the screening.' }),
  disposition: Type.Enum([...hitDispositions]),
  reason: Type.String(),
  officer: Type.Union([Type.String(), Type.Null()]),
  decided_at: Type.String({ format: 'date-time' }),
})
export type AmlDisposition = Type.Static<typeof amlDisposition>
