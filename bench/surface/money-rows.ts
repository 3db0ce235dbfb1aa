import type pg from 'pg'
import type { Bank } from './bank.ts'
import { copyRow, number } from './copy-row.ts'

/** Invoices with their lines, payments and top-ups. */
export const writeMoney = async (
  pool: pg.Pool,
  { organization_id, invoice }: Bank,
  count: number,
): Promise<void> => {
  const ofOwn = { where: 'organization_id = $1', values: [organization_id], count }
  for (const table of ['billing_invoices', 'billing_invoice_lines'])
    await copyRow(pool, {
      ...{ table, where: 'invoice_id = $1', values: [invoice], count },
      changes: `'invoice_id', 'inv_bench' || ${number}${table === 'billing_invoices' ? `, 'number', 'BENCH-' || ${number}, 'status', 'overdue'` : ''}`,
    })
  await copyRow(pool, {
    ...{ ...ofOwn, table: 'billing_payments' },
    where: `organization_id = $1 and external_reference = 'VIR-BENCH-0'`,
    changes: `'payment_id', 'pay_bench' || ${number}, 'external_reference', 'VIR-' || ${number}`,
  })
  await copyRow(pool, {
    ...{ ...ofOwn, table: 'billing_topups' },
    changes: `'topup_id', 'top_bench' || ${number}, 'status', 'submitted', 'invoice_id', null, 'decided_at', null,
      'decided_by', null`,
  })
}
