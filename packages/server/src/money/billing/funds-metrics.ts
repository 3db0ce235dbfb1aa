import { type RegisterMetrics, registerGauges } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { microsOfUnit } from './money.ts'

type Allowances = { currency: string; available: number; held: number }
type Wallets = { low: number; suspended: number }

/** The money of all applications, and the wallets that an operator should look at. */
export const fundsMetrics = (pool: pg.Pool): RegisterMetrics =>
  registerGauges(async () => {
    const allowances = await pool.query<Allowances>(
      `select w.currency, coalesce(sum(a.available), 0)::float8 as available, coalesce(sum(a.held), 0)::float8 as held
       from billing_allowances a join billing_wallets w using (organization_id) group by w.currency`,
    )
    const wallets = await pool.query<Wallets>(
      `select count(*) filter (where balance_is_low)::int as low, count(*) filter (where suspended)::int as suspended
       from billing_wallets`,
    )
    const { low, suspended } = wallets.rows[0] as Wallets
    return { allowances: allowances.rows, low, suspended }
  }, [
    {
      name: 'nani_allowance_money',
      help: 'Money of the allowances of applications, in units of the currency. An allowance without a limit is not counted.',
      labels: ['currency', 'state'],
      of: ({ allowances }) =>
        allowances.flatMap(({ currency, available, held }) => [
          { value: available / microsOfUnit, labels: { currency, state: 'available' } },
          { value: held / microsOfUnit, labels: { currency, state: 'held' } },
        ]),
    },
    {
      name: 'nani_wallets',
      help: 'Wallets of organizations that are below their alert threshold, or suspended.',
      labels: ['state'],
      of: ({ low, suspended }) => [
        { value: low, labels: { state: 'low' } },
        { value: suspended, labels: { state: 'suspended' } },
      ],
    },
  ])
