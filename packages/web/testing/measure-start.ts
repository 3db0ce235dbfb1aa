/**
 * Measures how long the app takes until a person can use it, on a slow phone: `npm run bench:citizen-app`. Chromium
 * computes four times slower than this machine, and loads by a 3G network of 400 ms and 400 kbit/s each way.
 */
import { openAppBrowser } from './app-browser.ts'
import { askUntilTrue } from './ask-until.ts'

const cpuSlowdown = 4
const latencyMs = 400
const bytesPerSecond = 50_000
const runs = 5
const maxMs = 3000

const { browser, server, close } = await openAppBrowser({ compresses: true })

/** From the first request until the first screen is drawn and its button answers. */
const startOnce = async (hasVisited: boolean): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'fr' })
  try {
    const page = await context.newPage()
    if (hasVisited) {
      await page.goto(server.origin)
      await page.evaluate('navigator.serviceWorker.ready')
      await askUntilTrue(page, 'navigator.serviceWorker.controller !== null')
    }
    const debug = await context.newCDPSession(page)
    await debug.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await debug.send('Network.enable')
    await debug.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: latencyMs },
      ...{ downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
    })
    const startedAt = performance.now()
    await page.goto(server.origin, { waitUntil: 'commit' })
    await page.click('button.main')
    await page.waitForSelector('#identifier')
    return performance.now() - startedAt
  } finally {
    await context.close()
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

try {
  for (const [name, hasVisited] of [
    ['first visit', false],
    ['later visit', true],
  ] as const) {
    const measured: number[] = []
    for (let run = 0; run < runs; run++) measured.push(await startOnce(hasVisited))
    const ms = Math.round(median(measured))
    console.log(`${name}: median of ${runs} is ${ms} ms, the maximum is ${maxMs} ms`)
    if (ms > maxMs) process.exitCode = 1
  }
} finally {
  await close()
}
