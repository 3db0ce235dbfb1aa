import { parentPort, workerData } from 'node:worker_threads'
import { Agent } from 'undici'
import { authorizeQuery, type Browser, openBrowser, redirectUri, sendForm } from './browser.ts'
import type { LoopOrder, LoopReport } from './contestant.ts'

const order = workerData as LoopOrder
const agent = new Agent({ connections: order.concurrency })

type Visit = Browser

/** From the page to the callback. An extra address takes the place of the form and of the phone. */
const approveProduct = async (visit: Visit, page: string, identifier: string): Promise<string> => {
  const secret = visit.cookies.values().next().value ?? ''
  await visit(`${order.approveUrl}/${page.split('/').at(-1)}?${new URLSearchParams({ identifier, secret })}`)
  return (await visit(page)).location
}

/** The same, with the page and its form. */
const approvePages = async (visit: Visit, page: string, identifier: string): Promise<string> => {
  await sendForm(visit, page, identifier)
  await visit(`${order.approveUrl}/${page.split('/').at(-1)}`)
  return (await visit(page)).location
}

const approveLibrary = async (visit: Visit, interaction: string, identifier: string): Promise<string> => {
  const finished = await visit(`${interaction}?${new URLSearchParams({ identifier })}`)
  return (await visit(finished.location)).location
}

const approvals = { product: approveProduct, pages: approvePages, library: approveLibrary } as const

/** Citizens in turns, from a random one on, so that requests of one citizen seldom meet. */
let turn = Math.floor(Math.random() * order.citizens.length)
const nextCitizen = (): string => order.citizens[turn++ % order.citizens.length] as string

const loop = async (): Promise<void> => {
  const visit = openBrowser(order.baseUrl, agent)
  const { query, verifier } = authorizeQuery(order.clientId)
  const isProduct = order.kind !== 'library'
  const { location } = await visit(isProduct ? `/v1/oidc/authorize?${query}` : `/auth?${query}`)
  const callback = await approvals[order.kind](visit, location, nextCitizen())
  const code = new URL(callback).searchParams.get('code') ?? ''
  const token = await visit(isProduct ? '/v1/oidc/token' : '/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: order.clientId,
    code_verifier: verifier,
  })
  const { access_token } = JSON.parse(token.text) as { access_token: string }
  const userinfo = isProduct ? '/v1/oidc/userinfo' : '/me'
  const info = await visit(userinfo, undefined, { authorization: `Bearer ${access_token}` })
  if (info.status !== 200 || !info.text.includes('sub'))
    throw new Error(`userinfo: ${info.status} ${info.text}`)
}

const run = async (): Promise<LoopReport> => {
  const times: number[] = []
  let failed = 0
  let left = order.loops
  let shown = false
  const startedMs = performance.now()
  const startedCpu = process.threadCpuUsage()
  const runner = async () => {
    while (left-- > 0) {
      const beginMs = performance.now()
      try {
        await loop()
        times.push(performance.now() - beginMs)
      } catch (error) {
        failed++
        if (!shown) console.error(error)
        shown = true
      }
    }
  }
  await Promise.all(Array.from({ length: order.concurrency }, runner))
  const seconds = (performance.now() - startedMs) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const cpu = process.threadCpuUsage(startedCpu)
  const cpuMs = (cpu.user + cpu.system) / 1000
  return { loops: times.length, seconds, cpuMs, p50Ms: at(0.5), p99Ms: at(0.99), failed }
}

parentPort?.postMessage(await run())
