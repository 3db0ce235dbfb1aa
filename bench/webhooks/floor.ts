/**
 * The floor: posts the deliveries of the product with the same headers and bodies, with undici over as many
 * connections. It has no database, no signing and no check of addresses.
 */
import { Pool } from 'undici'
import type { Delivered } from './receiver.ts'

export type FloorOrder = { url: string; samples: Delivered[]; count: number; concurrency: number }

process.on('message', async ({ url, samples, count, concurrency }: FloorOrder) => {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: concurrency })
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const { headers, body } = samples[index % samples.length] as Delivered
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body })
      await answer.body.dump()
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const { user, system } = process.cpuUsage(before)
  await pool.close()
  process.send?.({ cpuMs: (user + system) / 1_000 })
})
