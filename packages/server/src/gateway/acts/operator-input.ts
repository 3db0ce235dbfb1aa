import Type from 'typebox'

/** The reason of an operator for an act: it has a visible character, and fits into the log. */
export const reasonOfOperator = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
})

/** The proposal that the second person read and agrees to. Absent: any open one with the same values. */
export const agreedProposal = {
  proposal_id: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()])),
}
/** Null: the person read no proposal, so that one that waits is not executed unseen. */
export type AgreedId = string | null | undefined
