import type pg from 'pg'
import { balanceOf, freeFunds, type Payer, raiseAllowance, setAllAvailable } from '../billing/index.ts'
import { type InvoicingPlatform, moneyTransaction } from './money-transaction.ts'
import { readFunds } from './organization-funds.ts'

const everyMs = 1_000
/** An allowance below this part of what its organization has is topped up, so that no call has to look for money. */
const lowPart = 8

/**
 * Follows the applications that spend, in the background. It tops up low allowances, and it notices a balance that crossed
 * its threshold. What it misses costs time and no money: a call whose allowance is too small looks for money itself.
 */
export const openKeeper = (platform: InvoicingPlatform, onError: (error: unknown) => void) => {
  const spent = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const run = async (): Promise<void> => {
    const organizations = [...spent]
    spent.clear()
    for (const [organizationId, applicationIds] of organizations)
      await keep(platform, organizationId, applicationIds).catch(onError)
  }
  return {
    onSpent({ organizationId, applicationId }: Payer) {
      const applications = spent.get(organizationId) ?? new Set()
      spent.set(organizationId, applications.add(applicationId))
    },
    start() {
      timer = setInterval(() => {
        if (spent.size > 0) running = running.then(run)
      }, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
    run,
  }
}

const keep = async (
  platform: InvoicingPlatform,
  organizationId: string,
  applicationIds: ReadonlySet<string>,
): Promise<void> => {
  // Without a lock first: most of the time there is nothing to do.
  if (!(await needsKeeping(platform.pool, organizationId, applicationIds))) return
  await moneyTransaction(platform, organizationId, async (context) => {
    const { client, newId, nowMs } = context
    const facts = { newId, nowMs }
    if (context.funds.wallet.suspended) {
      // What an accepted batch gave back is not spent any more.
      context.funds = await setAllAvailable(client, context.funds, 0, facts)
      return
    }
    for (const applicationId of applicationIds) {
      const free = freeFunds(context.funds)
      const own = context.funds.allowances.find((allowance) => allowance.applicationId === applicationId)
      if (!own || free === null || own.available === null) continue
      if (own.available >= lowMark(free, context.funds.allowances.length)) continue
      const amount = own.available + Math.floor(free / context.funds.allowances.length)
      context.funds = (await raiseAllowance(client, context.funds, { applicationId, amount }, facts)).funds
    }
  })
}

const lowMark = (free: number, applications: number): number => Math.floor(free / (lowPart * applications))

const needsKeeping = async (
  pool: pg.Pool,
  organizationId: string,
  applicationIds: ReadonlySet<string>,
): Promise<boolean> => {
  const funds = await readFunds(pool, organizationId)
  const { mode, alertThreshold, balanceIsLow, suspended } = funds.wallet
  const free = freeFunds(funds)
  const own = funds.allowances.filter(({ applicationId }) => applicationIds.has(applicationId))
  if (suspended) return own.some(({ available }) => available !== 0)
  if (mode === 'prepaid' && alertThreshold !== null && balanceOf(funds) < alertThreshold !== balanceIsLow)
    return true
  if (free === null || free === 0) return false
  return own.some(({ available }) => available !== null && available < lowMark(free, funds.allowances.length))
}
