/*
 * The floor: posts the deliveries that the product had sent, headers and bodies as they were, with undici over
 * as many connections, and nothing else: no database, no signing, no address checked.
 */
import { Pool } from 'undici'
import type { Delivered } from './receiver.ts'

export type FloorOrder = { url: string; samples: Delivered[]; count: number; concurrency: number }

process.on('message', async ({ url, samples, count, concurrency }: FloorOrder) => {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: concurrency })
  let next = 0
  const lane = async () => {
    for (let index = next++; index < count; index = next++) {
      const { headers, body } = samples[index % samples.length] as Delivered
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body })
      await answer.body.dump()
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: concurrency }, lane))
  const { user, system } = process.cpuUsage(before)
  await pool.close()
  process.send?.({ cpuMs: (user + system) / 1_000 })
})
