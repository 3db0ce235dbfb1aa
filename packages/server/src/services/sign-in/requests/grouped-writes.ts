import { createKeyedBatcher, statementGroups } from '@nani/foundation/core/index.ts'
import { type Change, type Database, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type AskOthers, noOthers } from '../../../gateway/acts/index.ts'
import type { Handle } from '../handles.ts'
import type { NewRequest, RequestRow } from './requests.ts'
import { type NewIdentity, withUnansweredElsewhere } from './unanswered-elsewhere.ts'
import {
  type Answer,
  citizensWithDevice,
  type GivenAnswer,
  type IdentifiedRequest,
  insertRequests,
  type RequestIdentity,
  writeAnswers,
  writeIdentified,
} from './write-requests.ts'

/** Writes of one application that happen at the same time share a statement. */
export type GroupedWrites = {
  open(request: NewRequest): Promise<void>
  /** Returns whether devices are notified. */
  identify(handle: Handle, identified: RequestIdentity): Promise<boolean>
  /** Writes the first answer. Null: there was one, or the window has ended. */
  answer(handle: Handle, answer: Answer): Promise<RequestRow | null>
  /** Redeems a code. Returns whether its fence opened. */
  redeem(applicationId: string, change: Change): Promise<boolean>
  /** Writes the audit entry of claims that are disclosed. Returns whether its fence opened. */
  disclose(applicationId: string, change: Change): Promise<boolean>
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

/** The sandbox answers for no one who has a device. */
const identifyInCell = async (
  home: Database,
  pool: pg.Pool,
  applicationId: string,
  part: readonly IdentifiedRequest[],
): Promise<ReadonlySet<string>> => {
  const withDevice = await citizensWithDevice(
    home,
    part.map(({ counted }) => counted),
  )
  const asked = part.map((one) =>
    withDevice.has(one.counted.toString('hex')) ? { ...one, answer: null } : one,
  )
  return writeIdentified(pool, applicationId, asked, { isCell: true })
}

/**
 * `home`: where the devices of citizens are. Absent: in the database itself. `askOthers`: the other databases, whose requests count with
 * those of this one.
 */
export const groupWrites = (
  pool: pg.Pool,
  home?: Database,
  askOthers: AskOthers = noOthers,
): GroupedWrites => {
  const opened = createKeyedBatcher<NewRequest, undefined>(async (applicationId, requests) => {
    await insertRequests(pool, applicationId, requests)
    return requests.map(() => undefined)
  }, statementGroups)

  const identified = createKeyedBatcher<NewIdentity, boolean>(async (applicationId, given) => {
    const asked = await withUnansweredElsewhere(given, askOthers)
    const notified = new Set<IdentifiedRequest>()
    const parts = withoutRepeats(asked, (one) => [one.requestId, one.counted.toString('hex')])
    for (const part of parts) {
      const ids = await (home
        ? identifyInCell(home, pool, applicationId, part)
        : writeIdentified(pool, applicationId, part))
      for (const one of part) if (ids.has(one.requestId)) notified.add(one)
    }
    return asked.map((one) => notified.has(one))
  }, statementGroups)

  const answered = createKeyedBatcher<GivenAnswer, RequestRow | null>(async (applicationId, answers) => {
    const rows = new Map<GivenAnswer, RequestRow>()
    for (const part of withoutRepeats(answers, ({ requestId }) => [requestId])) {
      const byId = new Map(part.map((one) => [one.requestId, one]))
      for (const row of await writeAnswers(pool, applicationId, part))
        rows.set(byId.get(row.request_id) as GivenAnswer, row)
    }
    return answers.map((one) => rows.get(one) ?? null)
  }, statementGroups)

  const changes = () =>
    createKeyedBatcher<Change, boolean>(async (applicationId, group) => {
      const opened = await writeChanges(pool, applicationId, group)
      return group.map(({ id }) => opened.has(id))
    }, statementGroups)

  return {
    redeem: changes(),
    disclose: changes(),
    open: (request) => opened(request.applicationId, request),
    identify: ({ applicationId, requestId }, one) => identified(applicationId, { requestId, ...one }),
    answer: ({ applicationId, requestId }, answer) => answered(applicationId, { requestId, ...answer }),
  }
}
