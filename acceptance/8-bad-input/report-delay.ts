/**
 * Loaded before the product (`node --import`). It measures the delay of the event loop, and reports it on a separate
 * port. It does not use the product. The measure is the processor time of the main thread between two ticks of a
 * timer. This is the delay on an otherwise idle machine, however busy this one is.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const file = process.env.REPORT_DELAY_FILE
const tickMs = 2

const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

if (isMainThread && file) {
  let before = usedMs()
  let longest = 0
  setInterval(() => {
    const now = usedMs()
    longest = Math.max(longest, now - before)
    before = now
  }, tickMs).unref()
  const server = createServer((_request, response) => {
    response.end(String(longest))
    longest = 0
  })
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String((server.address() as AddressInfo).port)))
  server.unref()
}
