import type pg from 'pg'
import { createKeyedBatcher, statementGroups } from '../../core/index.ts'
import type { Handle } from './handles.ts'
import type { NewRequest } from './requests.ts'
import {
  type Answered,
  type GivenAnswer,
  type Identified,
  type IdentifiedRequest,
  insertRequests,
  writeAnswers,
  writeIdentified,
} from './write-requests.ts'

/** Writes of one application that happen at the same time share a statement. */
export type GroupedWrites = {
  open(request: NewRequest): Promise<void>
  /** Returns whether devices are notified. */
  identify(handle: Handle, identified: Identified): Promise<boolean>
  /** Writes the first answer. Null: there was one, or the window has ended. */
  answer(handle: Handle, answer: GivenAnswer['answer']): Promise<Answered | null>
}

/**
 * Parts in which no two items share a name. A statement does not see its own rows, so that the second of two items must
 * come in a later one.
 */
export const withoutRepeats = <Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): Item[][] => {
  const parts: { items: Item[]; names: Set<string> }[] = []
  for (const item of items) {
    const names = namesOf(item)
    // Behind the last part that holds one of its names, so that items with a common name stay in their order.
    const after = parts.findLastIndex((part) => names.some((name) => part.names.has(name))) + 1
    const part = parts[after] ?? { items: [], names: new Set<string>() }
    if (after === parts.length) parts.push(part)
    part.items.push(item)
    for (const name of names) part.names.add(name)
  }
  return parts.map((part) => part.items)
}

export const groupWrites = (pool: pg.Pool): GroupedWrites => {
  const opened = createKeyedBatcher<NewRequest, undefined>(async (applicationId, requests) => {
    await insertRequests(pool, applicationId, requests)
    return requests.map(() => undefined)
  }, statementGroups)

  type Identifying = { applicationId: string; identified: IdentifiedRequest }
  const identified = createKeyedBatcher<Identifying, boolean>(async (_key, asked) => {
    const notified = new Set<Identifying>()
    const parts = withoutRepeats(asked, ({ identified: one }) => [one.requestId, one.counted.toString('hex')])
    for (const part of parts) {
      const { applicationId } = part[0] as Identifying
      const ids = await writeIdentified(pool, applicationId, valuesOf(part))
      for (const one of part) if (ids.has(one.identified.requestId)) notified.add(one)
    }
    return asked.map((one) => notified.has(one))
  }, statementGroups)
  const valuesOf = (part: readonly Identifying[]) => part.map((one) => one.identified)

  const answered = createKeyedBatcher<GivenAnswer, Answered | null>(async (applicationId, answers) => {
    const rows = new Map<GivenAnswer, Answered>()
    for (const part of withoutRepeats(answers, ({ requestId }) => [requestId])) {
      const byId = new Map(part.map((one) => [one.requestId, one]))
      for (const row of await writeAnswers(pool, applicationId, part))
        rows.set(byId.get(row.request_id) as GivenAnswer, row)
    }
    return answers.map((one) => rows.get(one) ?? null)
  }, statementGroups)

  return {
    open: (request) => opened(request.applicationId, request),
    identify: ({ applicationId, requestId }, one) =>
      identified(`${one.answer === null ? 'counted' : 'answered'} ${applicationId}`, {
        applicationId,
        identified: { requestId, ...one },
      }),
    answer: ({ applicationId, requestId }, answer) => answered(applicationId, { requestId, answer }),
  }
}
