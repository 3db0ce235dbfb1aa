import type { Pool } from 'pg'

export type RegisterSummary = {
  citizens: { total: number; sandbox: number; production: number }
  certified: number
  documents: number
  businesses: number
}

/** The current numbers of records. */
export const summarizeRegister = async (pool: Pool): Promise<RegisterSummary> => {
  const { rows } = await pool.query<Record<string, string>>(
    `select count(*) as total, count(*) filter (where in_sandbox) as sandbox,
       count(*) filter (where in_production) as production,
       count(*) filter (where certified and status <> 'deleted') as certified,
       (select count(*) from document_numbers) as documents, (select count(*) from businesses) as businesses
     from citizens`,
  )
  const count = (name: string) => Number(rows[0]?.[name])
  return {
    citizens: { total: count('total'), sandbox: count('sandbox'), production: count('production') },
    certified: count('certified'),
    documents: count('documents'),
    businesses: count('businesses'),
  }
}
