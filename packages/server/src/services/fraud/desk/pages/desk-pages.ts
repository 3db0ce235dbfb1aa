import { environments, fraudCaseStatuses, fraudTypes } from '@nani/contract'
import Type from 'typebox'
import {
  actsWithNeeds,
  type ListCursors,
  listOfAll,
  type Position,
  pageInput,
  readPageOfAll,
} from '../../../../gateway/acts/index.ts'
import type { FraudCase } from '../../case-row.ts'
import { caseInput } from '../case-named.ts'
import { type Desk, databasesOfCases, readers } from '../desk-needs.ts'
import { readFraudEvidence } from '../evidence/read-evidence.ts'
import { listCasesOfAll, namesOfUnread } from '../reading/cases-of-all.ts'
import { type CasePlace, placeOfCase } from '../reading/queue.ts'
import { type ListedCase, subjectOf, withDuplicates } from '../reading/read-cases.ts'
import { listedCaseSchema } from './case-schemas.ts'

/** What the pages of the desk need in addition to its use cases. */
export type DeskPagesNeeds = Desk & { cursors: ListCursors }
const { reading } = actsWithNeeds<DeskPagesNeeds>()
const closed = { additionalProperties: false }

const positionOf = ({ part, priority, dueAt, createdAt, caseId }: CasePlace, at: Date): Position => [
  ...[at.getTime(), part, priority, dueAt.getTime(), createdAt.getTime()],
  caseId,
]
const placeOf = ([, part, priority, due, created, caseId]: Position): CasePlace => ({
  ...{ part: Number(part), priority: Number(priority), caseId: String(caseId) },
  ...{ dueAt: new Date(Number(due)), createdAt: new Date(Number(created)) },
})

/** Cases in the order of the desk, in pages. `q` is an id or a case number, or its beginning. */
export const listCasesForDesk = reading({
  name: 'cases.list_for_desk',
  sentence: { en: 'Lists cases in pages', fr: 'Liste les dossiers par pages' },
  actors: { operator: readers },
  routes: { operator: 'GET /cases' },
  input: Type.Object(
    {
      environment: Type.Optional(Type.Enum([...environments])),
      status: Type.Optional(Type.Enum([...fraudCaseStatuses])),
      /** The name of an operator; `none`: cases without an assignee. */
      assignee: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      type: Type.Optional(Type.Enum([...fraudTypes])),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      ...pageInput,
    },
    closed,
  ),
  output: listOfAll(Type.Unsafe<ListedCase>(listedCaseSchema)),
  refusals: ['value_invalid'],
  async read({ actor, input, nowMs, needs: desk }) {
    const { environment = null, status, assignee, type, q } = input
    // All pages of a list divide the cases at the time of the first one, so that none is in two of them.
    let at = new Date(nowMs)
    const { unread = [], ...page } = await readPageOfAll<FraudCase, FraudCase>(
      // A cursor of an earlier release has another position. It is refused, because it was made for another name.
      { name: 'GET /cases', actor, input, cursors: desk.cursors },
      {
        async rows(after, limit) {
          if (after) at = new Date(Number(after[0]))
          const filter = {
            ...{ environment, limit, after: after && placeOf(after) },
            ...(status && { statuses: [status] }),
            ...(type && { type }),
            ...(assignee !== undefined && { assignee: assignee === 'none' ? null : assignee }),
            ...(q !== undefined && { named: q }),
          }
          const { cases: rows, unread } = await listCasesOfAll(databasesOfCases(desk), filter, at)
          return { rows, unread }
        },
        positionOf: (fraudCase) => positionOf(placeOfCase(fraudCase, at), at),
        itemOf: (fraudCase) => fraudCase,
      },
    )
    const listed = await withDuplicates(page.data, desk)
    return { ...page, data: listed.data, ...namesOfUnread(unread, listed.unread) }
  },
  entry: ({ data }, { input }) => ({
    subject: subjectOf({ environment: input.environment ?? null }),
    after: { cases: data.length },
  }),
})

/** A file of evidence as images, tables or sound that the server has drawn, in base64. */
export const viewEvidence = reading({
  name: 'cases.view_evidence',
  sentence: { en: 'Views a file of evidence', fr: 'Visionne une pièce' },
  actors: { operator: readers },
  routes: { operator: 'GET /cases/{fraud_case}/evidence/{position}' },
  input: Type.Object(
    {
      ...caseInput,
      position: Type.Integer({ minimum: 0 }),
      reason: Type.String({ minLength: 1, maxLength: 2_000 }),
    },
    closed,
  ),
  output: Type.Object({
    object: Type.Literal('fraud_evidence'),
    case_number: Type.String(),
    position: Type.Integer(),
    type: Type.String(),
    format: Type.String(),
    /** Pages or rows that are not shown. */
    omitted: Type.Integer(),
    files: Type.Array(Type.Object({ name: Type.String(), content_type: Type.String(), data: Type.String() })),
  }),
  refusals: readFraudEvidence.declaration.refusals,
  async read({ actor, input, needs: desk }) {
    const {
      rendered: _,
      files,
      ...evidence
    } = await readFraudEvidence(actor, { ...input, original: false }, desk)
    return {
      ...evidence,
      files: files.map(({ name, contentType, bytes }) => ({
        ...{ name, content_type: contentType },
        data: Buffer.from(bytes).toString('base64'),
      })),
    }
  },
  entry: ({ case_number, position }) => ({ subject: case_number, after: { viewed: position } }),
})
