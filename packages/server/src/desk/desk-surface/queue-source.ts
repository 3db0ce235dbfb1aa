import type { OperatorRole } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { type ProposalNeeds, sentenceSchema } from '../proposals/index.ts'

export const kinds = [
  'organization',
  'review',
  'application_name',
  'case',
  'objection',
  'false_report',
  'proposal',
  'dispute',
  'top_up',
  'payment',
] as const
export const item = Type.Object({
  kind: Type.Enum([...kinds]),
  id: Type.String(),
  /** Of a proposal: the name of its act. */
  title: Type.String(),
  /** Of a proposal: what its act does. */
  sentence: sentenceSchema,
  since: Type.String({ format: 'date-time' }),
  /** `second_person`: another person proposed it. `mine`: it is assigned to me. `anyone`: it has no person yet. */
  waits_for: Type.Enum(['mine', 'anyone', 'second_person']),
  is_late: Type.Boolean(),
  organization_id: Type.Union([Type.String(), Type.Null()]),
})
export type Item = Static<typeof item>

/** One kind of work: the roles that do it, and its rows. $1: the name of the operator, $2: now. */
export type Source = {
  kind: Item['kind']
  roles: readonly OperatorRole[]
  /** Rows of applications, which a cell can have. */
  everywhere?: true
  /** The text says the same for every person, so that concurrent readers share a read. $1 is empty. */
  forAll?: boolean
  text: string
  /** The counts of all rows, of those for a second person and of the late ones, where they are counted without reading the rows. */
  counts?: string
  /** Counts that are the same for every person, of rows that `counts` leaves out. $1: now. */
  countsForAll?: string
  /** $4 and $5 of the text. */
  own?(reader: Reader): unknown[]
  /** The act of a proposal, by the title of its row. */
  actOf?(title: string): string
}

/** The oldest of each kind are shown. */
export const maxOfKind = 100

export type Counts = [total: number, second: number, late: number]

export type Reader = Pick<ProposalNeeds, 'declarationOf'> & {
  name: string
  nowMs: number
  /** The acts that the person may decide; null: all. */
  acts: readonly string[] | null
  /** Whether a case needs two people. */
  twoPeople: boolean
  /** The names of the people whose proposals count no more. */
  disabled: readonly string[]
  /** The open proposals about reviews. */
  reviewProposals: readonly { subject: string; proposed_by: string; decision: string }[]
}
