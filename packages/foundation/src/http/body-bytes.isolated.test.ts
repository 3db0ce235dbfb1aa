import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createBodyBytes } from './body-bytes.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const memory = () => {
  // The second collection frees what the first one made unreachable.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

// A chunk of its own memory takes microseconds, so that a body of small chunks is shorter.
test.each([
  [1, 2_000_000],
  [7, 4_000_000],
  [1_000, 8_000_000],
  [65_536, 8_000_000],
])(
  'a body in chunks of %i bytes takes 1.5 times its bytes and 64 KB at most, and nothing once it is freed',
  (chunkBytes, total) => {
    const before = memory()
    const body = createBodyBytes(64 * 1024 * 1024)
    // Each chunk has its own memory, like those of node:http.
    for (let at = 0; at < total; at += chunkBytes)
      body.add(Buffer.allocUnsafeSlow(Math.min(chunkBytes, total - at)))
    expect(body.whole().length).toBe(total)
    expect(memory() - before).toBeLessThan(1.5 * total + 64_000)
    body.free()
    expect(memory() - before).toBeLessThan(0.1 * total)
  },
)
