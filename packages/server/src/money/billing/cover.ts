import { type Clock, createKeyedBatcher, type IdSource, Refusal } from '@nani/foundation/core/index.ts'
import type { ConsolePages } from '@nani/foundation/http/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { moneyOf } from './money.ts'
import { insertAllowance, type MoveFacts, raiseAllowance, reachOf } from './move-funds.ts'
import { readCommittedFunds } from './read-funds.ts'
import { balanceOf, type Funds, lockFunds } from './wallets.ts'

/** An application, and the organization that pays for it. */
export type Payer = { applicationId: string; organizationId: string }

/** An amount that the allowance of an application does not cover. */
export type CoverRequest = Payer & {
  amount: number
  /** The commit spends the amount at once. At admission the amount is only looked for. */
  spends: boolean
  /** Takes what there is, if it does not suffice. */
  partial?: boolean
}

/** Null: the allowance covers the amount now. Otherwise the refusal that the caller receives. */
export type Cover = (request: CoverRequest) => Promise<Refusal | null>

export type CoverDependencies = {
  pool: pg.Pool
  clock: Clock
  newId: IdSource
  /** Where a customer tops up. Null: in the console. */
  topUpUrl: string | null
  consolePages: Pick<ConsolePages, 'ofWallet'>
}

/** 402 with the context fields of spec/billing#refusals-for-money. A suspended organization gets the code of its mode. */
export const fundsRefusal = (
  funds: Funds,
  { topUpUrl, consolePages }: Pick<CoverDependencies, 'topUpUrl' | 'consolePages'>,
): Refusal => {
  const { mode, currency, creditLimit } = funds.wallet
  return mode === 'prepaid'
    ? new Refusal('insufficient_balance', {
        balance: moneyOf(balanceOf(funds), currency),
        top_up_url: topUpUrl ?? consolePages.ofWallet(funds.wallet.organizationId),
      })
    : new Refusal('credit_limit_reached', {
        ...(creditLimit !== null && { credit_limit: moneyOf(creditLimit, currency) }),
      })
}

/**
 * Finds money for applications whose allowance is too small. Requests of one organization that arrive together share a
 * transaction, so that an empty wallet does not occupy the connections of the process.
 *
 * A refusal waits for no lock. An act on the money of the organization, or another process, may hold the wallet for longer than
 * a call may wait, and the caller of an empty wallet then got 503 instead of 402.
 */
export const createCover = (dependencies: CoverDependencies): Cover => {
  const read = createKeyedBatcher<CoverRequest, { funds: Funds | null }>(async (organizationId, requests) => {
    const funds = await readCommittedFunds(dependencies.pool, organizationId)
    return requests.map(() => ({ funds }))
  }, bounds)
  const locked = createKeyedBatcher<CoverRequest, CoverResult>(
    (organizationId, requests) => coverGroup(organizationId, requests, dependencies),
    bounds,
  )
  return async (request) => {
    const { funds } = await read(request.organizationId, request)
    if (funds && isHopeless(funds, request)) return fundsRefusal(funds, dependencies)
    return (await locked(request.organizationId, request)).refusal
  }
}

const bounds = {
  maxInFlight: 1,
  maxGroup: 128,
  maxWaiting: 5_000,
  overflow: () => new Refusal('overloaded', { retry_after: 1 }),
}

type CoverResult = { refusal: Refusal | null }

/** Whether all the money of the organization does not cover a request. */
const isHopeless = (funds: Funds, { applicationId, amount, partial = false }: CoverRequest): boolean => {
  const { own, others } = reachOf(funds, applicationId)
  return own + others < amount && !(partial && others > 0)
}

const coverGroup = (
  organizationId: string,
  requests: readonly CoverRequest[],
  dependencies: CoverDependencies,
): Promise<CoverResult[]> =>
  inTransaction(dependencies.pool, async (client) => {
    const { clock, newId } = dependencies
    const facts = { newId, nowMs: clock.now() }
    const applicationIds = [...new Set(requests.map(({ applicationId }) => applicationId))]
    let funds = await lockFundsOf(client, { organizationId, applicationIds }, facts)
    const promised = new Map<string, number>()
    const outcomes: CoverResult[] = []
    for (const { applicationId, amount, spends, partial } of requests) {
      const needed = amount + (promised.get(applicationId) ?? 0)
      const raised = await raiseAllowance(client, funds, { applicationId, amount: needed, partial }, facts)
      funds = raised.funds
      if (raised.covered && spends) promised.set(applicationId, needed)
      outcomes.push({ refusal: raised.covered ? null : fundsRefusal(funds, dependencies) })
    }
    return outcomes
  })

/** Locks the money of an organization. An application that never spent gets its allowance, with nothing in it. */
export const lockFundsOf = async (
  client: pg.PoolClient,
  { organizationId, applicationIds }: { organizationId: string; applicationIds: readonly string[] },
  facts: MoveFacts,
): Promise<Funds> => {
  const funds = await lockFunds(client, organizationId, facts)
  const known = new Set(funds.allowances.map(({ applicationId }) => applicationId))
  const missing = applicationIds.filter((applicationId) => !known.has(applicationId)).toSorted()
  if (missing.length === 0) return funds
  for (const applicationId of missing) await insertAllowance(client, { organizationId, applicationId })
  return lockFunds(client, organizationId, facts)
}
