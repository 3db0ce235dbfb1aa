import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseUrls } from '@nani/foundation/storage/index.ts'
import { Agent } from 'undici'
import { startProduct } from '../kyc/processes.ts'
import { atMost, figure, quantile } from '../screening/figures.ts'
import { authorizeQuery, openBrowser, sendForm } from './browser.ts'
import type { Contestant } from './contestant.ts'

const concurrency = 8
const maxP99Ms = 150

/** The time from the approval, in this process, until the browser, whose page another process serves, is redirected. */
const timeOf = async (
  { clientId, approveUrl }: Contestant,
  { baseUrl, agent, identifier }: { baseUrl: string; agent: Agent; identifier: string },
): Promise<number> => {
  const visit = openBrowser(baseUrl, agent)
  const { location: page } = await visit(`/v1/oidc/authorize?${authorizeQuery(clientId).query}`)
  await sendForm(visit, page, identifier)
  // The script of the page waits for this stream to end, and loads the page again.
  const answered = visit(`${page}/events`)
  const startedMs = performance.now()
  const approved = await visit(`${approveUrl}/${page.split('/').at(-1)}`)
  await answered
  const { location } = await visit(page)
  if (approved.status !== 204 || !location.includes('code='))
    throw new Error(`approval ${approved.status}, redirect ${location}`)
  return performance.now() - startedMs
}

/** Approves requests in this process while a second process of the product, on the same database, serves their pages. */
export const measureApprovals = async (
  product: Contestant,
  { dataDir, urls, count }: { dataDir: string; urls: DatabaseUrls; count: number },
): Promise<void> => {
  const secondDir = await mkdtemp(join(tmpdir(), 'nani-bench-sign-in-second-'))
  const agent = new Agent({ connections: concurrency * 2 })
  const second = await startProduct(secondDir, {
    DATABASE_URL: urls.app,
    NANI_OWNER_DATABASE_URL: urls.owner,
    NANI_MASTER_KEY: readFileSync(join(dataDir, 'master-key'), 'utf8').trim(),
    // With it the process writes its addresses.
    NANI_DEMO: 'production',
    NANI_FACE_WORKERS: '0',
    NANI_TRUSTED_PROXIES: '127.0.0.1',
  })
  try {
    const times: number[] = []
    const baseUrl = second.credentials.base_url
    const run = async (sign: { left: number }) => {
      while (sign.left-- > 0) {
        const identifier = product.citizens[sign.left % product.citizens.length] as string
        times.push(await timeOf(product, { baseUrl, agent, identifier }))
      }
    }
    const runAll = (left: number) => {
      const sign = { left }
      return Promise.all(Array.from({ length: concurrency }, () => run(sign)))
    }
    await runAll(100)
    times.length = 0
    await runAll(count)
    const sorted = times.toSorted((a, b) => a - b)
    const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
    const value = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${times.length}, ${concurrency} at a time)`
    figure('approval until redirect, on two processes', value, atMost(p99, maxP99Ms, ' ms'))
  } finally {
    await second.stop()
    await agent.close()
    await rm(secondDir, { recursive: true, force: true })
  }
}
