import { expect } from 'vitest'
import { billingOf, byTwoPeople, importPeople } from '../24-billing/billed-installation.ts'
import { usd, type Wallet } from '../24-billing/billing-shapes.ts'
import type { Credentials } from '../client/credentials.ts'
import { createApplication } from '../installation/applications.ts'
import type { CrashableInstallation } from './crashable-installation.ts'
import { ledgerRows } from './ledger-rows.ts'
import { type Load, startLoad } from './load.ts'
import { paidPeople } from './planned-work.ts'
import { kills, type SeededRandom } from './seeded-random.ts'
import { verifyAccepted } from './verify-accepted.ts'

type Proof = { ok: boolean; checks: { name: string; ok: boolean }[] }

/** Far more than an application can spend between two kills. */
const paidForEachKill = 20_000

/** What the demo organization was given, and what it is given in addition: millionths are exact in these sums. */
const pay = async (dataDir: string): Promise<number> => {
  const billing = billingOf(dataDir)
  await byTwoPeople(billing)('adjust', String(kills * paidForEachKill), '--reason', 'Work that is killed')
  return (await wallet(dataDir)).balance.value
}

const wallet = async (dataDir: string): Promise<Wallet> =>
  (await billingOf(dataDir)<{ wallet: Wallet }>('show')).wallet

/**
 * An application of production that spends the money of its organization: calls, jobs and batches that hold their quote. No
 * other application of the organization spends.
 */
export const startSpending = async (installation: CrashableInstallation, random: SeededRandom) => {
  const { dataDir } = installation
  const [paid] = await Promise.all([pay(dataDir), importPeople(dataDir)])
  // It is created after the payment, so that it receives no event about the payment.
  const application: Credentials = {
    ...(await createApplication(dataDir, {
      ...{ environment: 'production', approved: true, burst: 10_000, quota: ['kyc_validation=none'] },
    })),
    base_url: installation.running().demo.production.base_url,
  }
  const load: Load = startLoad(application, random, { people: paidPeople, sharers: 2 })
  return {
    met: load.met,
    /** The books agree at this moment, while work is open: each hold is the quote of an item that has not ended. */
    proveBooks: () => proveBooks(dataDir),
    /** All accepted work ends with its charge, no money is held any more, and none is missing. */
    async finish() {
      const accepted = await load.finish()
      await verifyAccepted(dataDir, application, accepted)
      const { cost } = await ledgerRows(dataDir, application.application_id)
      expect(cost).toBeGreaterThan(0)
      expect(await wallet(dataDir)).toMatchObject({
        balance: usd((Math.round(paid * 1e6) - cost) / 1e6),
        held: usd(0),
      })
      await proveBooks(dataDir)
      return `spent ${cost / 1e6} for ${accepted.length} requests`
    },
  }
}

const proveBooks = async (dataDir: string): Promise<void> => {
  const { checks } = await billingOf(dataDir)<Proof>('prove')
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
}
