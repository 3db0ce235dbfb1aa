import { paidIdentifier } from '../24-billing/billed-installation.ts'
import {
  asynchronously,
  batchPath,
  batchRequest,
  kycRequest,
  sandboxPerson,
  singlePath,
} from '../client/kyc.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The required outcome of an item, whenever its server is killed. */
export type PlannedItem = { reference: string; outcome: 'succeeded' | string }

/** One POST with its required outcomes. For the verification, a single call or job is a batch of one. */
export type PlannedWork = {
  mode: 'call' | 'job' | 'batch'
  target: string
  body: unknown
  prefer?: string
  items: PlannedItem[]
  /** A cancel is sent once the batch is accepted. */
  cancelled: boolean
}

type Subject = { identifier: { type: string; value: string }; outcome: string }

/** The people that a load asks about. */
export type People = {
  fine: readonly Subject[]
  /** Those whose work fails while it is performed. */
  failing: readonly Subject[]
  scopes: readonly string[]
}

const person = (digits: string, outcome = 'succeeded'): Subject => ({
  identifier: sandboxPerson(digits),
  outcome,
})

export const sandboxPeople: People = {
  fine: [person('0001'), person('0001'), person('0404'), person('0002'), person('0003')],
  failing: [person('0502', 'register_unavailable'), person('0500', 'internal_error')],
  // A signed URL would read differently each time.
  scopes: [],
}

const paidPerson = (digits: string): Subject => ({ identifier: paidIdentifier(digits), outcome: 'succeeded' })

/** People of production. The scope is in each quote, and only the first person has data of it. */
export const paidPeople: People = {
  fine: [paidPerson('0001'), paidPerson('0404'), paidPerson('0002'), paidPerson('0003')],
  failing: [],
  scopes: ['kyc.religion'],
}

const refused: Subject[] = [
  { identifier: { type: 'svc_id', value: 'COD-12' }, outcome: 'invalid_identifier' },
  { identifier: { type: 'nif', value: 'A1234567B' }, outcome: 'unsupported_identifier_type' },
]

const batchShare = 0.06
const callShare = 0.2

/** The next request of the load: single calls, asynchronous single calls, and asynchronous batches. */
export const planWork = (random: SeededRandom, serial: number, people: People): PlannedWork => {
  if (random.chance(batchShare)) return planBatch(random, people)
  const { fine, failing, scopes } = people
  const called = random.chance(callShare)
  const isFine = called || failing.length === 0 || random.chance(0.8)
  const { identifier, outcome } = random.pick(isFine ? fine : failing)
  const reference = `single ${serial}`
  return {
    mode: called ? 'call' : 'job',
    target: singlePath,
    body: kycRequest('', { identifier, reference, scopes }),
    ...(called ? {} : asynchronously),
    items: [{ reference, outcome }],
    cancelled: false,
  }
}

// Sometimes larger than the group that a server processes together.
const batchSizes = [1, 7, 40, 120, 120, 600]
// An item that asks the register again keeps its whole batch waiting: a few show as much as many.
const troubledShare = 0.3

const planBatch = (random: SeededRandom, { fine, failing, scopes }: People): PlannedWork => {
  const isTroubled = failing.length > 0 && random.chance(troubledShare)
  const bad = isTroubled ? [failing, refused] : [refused]
  const planned = Array.from({ length: random.pick(batchSizes) }, (_, position) => ({
    reference: `item ${position}`,
    ...random.pick(random.chance(0.9) ? fine : random.pick(bad)),
  }))
  return {
    mode: 'batch',
    target: batchPath,
    body: batchRequest(
      planned.map(({ reference, identifier }) => ({ reference, identifier })),
      { scopes },
    ),
    ...asynchronously,
    items: planned.map(({ reference, outcome }) => ({ reference, outcome })),
    cancelled: random.chance(0.15),
  }
}
