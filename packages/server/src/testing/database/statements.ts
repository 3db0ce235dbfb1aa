import type pg from 'pg'

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')).replace(/\s+/g, ' ').trim()

/** The texts of the statements that run on a pool during some work, sorted: parallel ones have no order. */
export const statementsOf = async (pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> => {
  const texts: string[] = []
  const originals = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const note = (client: pg.PoolClient) => {
    if (originals.has(client)) return
    const original = client.query
    originals.set(client, original)
    client.query = function (this: pg.PoolClient, ...sent: unknown[]) {
      texts.push(textOf(sent[0]))
      return (original as (...all: unknown[]) => unknown).apply(client, sent)
    } as typeof original
  }
  pool.on('acquire', note)
  try {
    await work()
  } finally {
    pool.off('acquire', note)
    for (const [client, original] of originals) client.query = original
  }
  return texts.toSorted()
}
