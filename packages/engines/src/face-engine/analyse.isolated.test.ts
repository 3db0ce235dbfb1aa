import { expect, test, vi } from 'vitest'
import { createAnalyser } from './analyse.ts'

vi.mock('./image/decode.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./image/decode.ts')>()
  const decodeImage = async () => {
    throw new original.DecodingTooSlow('a photograph was not decoded in time')
  }
  return { ...original, decodeImage }
})

test('a photograph that is not decoded in time is overloaded, with the reason that the photograph may be the cause', async () => {
  const analyse = createAnalyser({} as never, async () => ({ score: 1, passed: true }))
  await expect(analyse(new Uint8Array(), { liveness: 'none' })).rejects.toMatchObject({
    code: 'overloaded',
    context: { retry_after: 1, reason: 'took_too_long' },
  })
})
