import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallOptions, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { nani, naniJson } from '../installation/nani-command.ts'
import { removeInstallation, startInstallation } from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'
import type { Wallet } from './billing-shapes.ts'

const known = {
  certified: true,
  level_of_assurance: 'LOA3',
  first_name: 'Justin',
  last_name: 'Kabeya Ilunga',
  date_of_birth: '1988-05-04',
  gender: 'male',
  documents: [],
  religion: 'catholique',
  ethnicity: 'Luba',
  parents: { mother_name: 'Mbuyi Ngalula' },
  place_of_birth: { country: 'COD', province: 'Kinshasa', city: 'Kinshasa' },
}

/** The people that calls look for: with further data, not certified, and without further data. */
export const importPeople = async (dataDir: string) => {
  const { religion: _, ethnicity: __, parents: ___, place_of_birth: ____, ...bare } = known
  const people = [
    { svc_id: 'COD-9000-0000-0001', ...known },
    { svc_id: 'COD-9000-0000-0002', ...known, certified: false },
    { svc_id: 'COD-9000-0000-0003', ...bare },
  ]
  const file = join(dataDir, 'people.ndjson')
  writeFileSync(file, `${people.map((person) => JSON.stringify(person)).join('\n')}\n`)
  await nani(dataDir, 'register', 'import', file, '--environment', 'both')
}

type Billing = <Result>(...args: string[]) => Promise<Result>

/** `nani billing …` of an installation. */
export const billingOf =
  (dataDir: string): Billing =>
  (...args) =>
    naniJson(dataDir, 'billing', ...args)

/** What two people do: the first one proposes. */
export const byTwoPeople =
  (billing: Billing): Billing =>
  async (...args) => {
    const proposed = await billing<{ status: string }>(...args, '--as', 'amina')
    if (proposed.status !== 'proposed') throw new Error('the first person decided alone')
    return billing(...args, '--as', 'boris')
  }

/** An installation of its own, because its organization runs out of money. */
export const startBilled = async () => {
  const dataDir = startedDataDir()
  const installation = await startInstallation(dataDir)
  await importPeople(dataDir)
  const billing = billingOf(dataDir)
  const both = byTwoPeople(billing)
  const wallet = async () => (await billing<{ wallet: Wallet }>('show')).wallet
  return {
    dataDir,
    installation,
    sandbox: installation.demo.sandbox,
    production: installation.demo.production,
    billing,
    both,
    wallet,
    /** Adjusts the wallet to this balance. */
    async setBalance(value: number) {
      const change = Math.round((value - (await wallet()).balance.value) * 1e6) / 1e6
      if (change !== 0)
        await both('adjust', String(change), '--reason', `to ${value} for a test ${Math.random()}`)
    },
    async stop() {
      await installation.stop().catch(() => {})
      await removeInstallation(dataDir, installation)
    },
  }
}

export type Billed = Awaited<ReturnType<typeof startBilled>>

/** A person of the register whose result is billed, by the last digits of the identifier. */
export const paidIdentifier = (digits: string) => ({ type: 'svc_id', value: `COD-9000-0000-${digits}` })

export const validation = (digits = '0001', members: Record<string, unknown> = {}) => ({
  identifier: paidIdentifier(digits),
  purpose: 'customer_onboarding',
  scopes: [] as string[],
  ...members,
})

export const validate = (application: Credentials, body: unknown = validation(), options?: CallOptions) =>
  post<Record<string, unknown>>(application, '/v1/kyc/validations', body, options)

/** As a client does it: what is refused because a part is busy is repeated with the same key. */
export const validateAtLast = (application: Credentials) => {
  const idempotencyKey = randomUUID()
  const call = () => validate(application, validation(), { idempotencyKey })
  return until(call, ({ status }) => status < 500, { timeoutMs: 120_000, everyMs: 1_000 })
}
