import { disputeStatuses } from '@nani/contract'
import Type, { type TSchema } from 'typebox'
import {
  type AccessDependencies,
  answerDispute,
  listDisputes,
  showDispute,
} from '../../../citizens/accesses/index.ts'
import { type ConsentDependencies, revokeConsent } from '../../../citizens/consents/index.ts'
import {
  type BoundAct,
  bindAs,
  checkInput,
  type ListCursors,
  listOf,
  pageInput,
  readPage,
} from '../../../gateway/acts/index.ts'

const surface = 'operator' as const
const closed = { additionalProperties: false }
const id = Type.String({ minLength: 1, maxLength: 64 })
const disputeFilters = {
  environment: Type.Optional(Type.Enum(['sandbox', 'production'])),
  application_id: Type.Optional(id),
  status: Type.Optional(Type.Enum([...disputeStatuses])),
}

/** The disputes in pages, the newest first. */
const disputePages = (accesses: AccessDependencies, cursors: ListCursors): BoundAct => {
  const { declaration } = listDisputes
  const input = Type.Object({ ...disputeFilters, ...pageInput }, closed)
  type Filters = Omit<Parameters<typeof listDisputes>[1], 'limit' | 'after'>
  return {
    declaration: {
      ...declaration,
      ...{ routes: { [surface]: 'GET /disputes' }, input },
      output: listOf((declaration.output as unknown as { items: TSchema }).items),
      refusals: [...declaration.refusals, 'value_invalid'],
    },
    async run(actor, given) {
      checkInput(input, given)
      const { cursor: _cursor, limit: _limit, ...filters } = given as Filters & Record<string, unknown>
      return readPage(
        { name: declaration.name, actor, input: given as object, cursors },
        {
          rows: (after, limit) =>
            listDisputes(
              actor,
              { ...filters, limit, ...(after && { after: [Number(after[0]), String(after[1])] }) },
              accesses,
            ),
          positionOf: ({ created_at, id: last }) => [Date.parse(created_at), last],
          itemOf: (dispute) => dispute,
        },
      )
    },
  }
}

/** Disputes of citizens, and the end of a consent. */
export const citizenForms = (
  accesses: AccessDependencies,
  consents: ConsentDependencies,
  cursors: ListCursors,
): BoundAct[] => [
  disputePages(accesses, cursors),
  bindAs(showDispute, accesses, {
    ...{ surface, route: 'GET /disputes/{id}', input: Type.Object({ id }, closed) },
    toInput: (own) => own,
  }),
  bindAs(answerDispute, accesses, {
    ...{ surface, route: 'POST /disputes/{id}/answers', answers: 201 },
    input: Type.Object({ id, text: Type.String({ minLength: 1, maxLength: 5_000 }) }, closed),
    toInput: (own) => own,
  }),
  bindAs(revokeConsent, consents, {
    ...{ surface, route: 'POST /consents/{id}/revoke' },
    input: Type.Object({ id, reason: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed),
    toInput: (own) => own,
  }),
]
