/*
 * Loaded before the product (`node --import`): collects garbage, measures the memory of the process, and returns it
 * on a port of its own. It knows nothing of the product.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const file = process.env.REPORT_MEMORY_FILE

if (isMainThread && file) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const server = createServer((_request, response) => {
    // The first collection finds the bytes of dead buffers, and frees them in the background. The second one waits for that.
    collectGarbage()
    collectGarbage()
    response.end(JSON.stringify(process.memoryUsage()))
  })
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String((server.address() as AddressInfo).port)))
  server.unref()
}
