import { onTestFinished } from 'vitest'
import type { Clock } from '../clock.ts'
import { Nani, type NaniOptions } from '../index.ts'
import { credentials, fakeServer, type Scripted, type SeenCall } from './fake-server.ts'

/** A clock that only advances during sleeps. Sleeps take no time and are listed in `slept` (milliseconds). */
export const manualClock = (startMs = 1_790_000_000_000): Clock & { slept: number[] } => {
  let nowMs = startMs
  const slept: number[] = []
  return {
    slept,
    now: () => nowMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      slept.push(ms)
      nowMs += ms
    },
  }
}

/** A client and a fake server that answers with the handlers in turn. Both end with the test. */
export const clientOf = async (
  handlers: ((call: SeenCall) => Scripted)[],
  options: Partial<NaniOptions> = {},
) => {
  const server = await fakeServer(...handlers)
  const clock = manualClock()
  const nani = new Nani({ baseUrl: server.baseUrl, ...credentials, clock, ...options })
  onTestFinished(async () => {
    await nani.close()
    await server.close()
  })
  return { nani, clock, seen: server.seen, baseUrl: server.baseUrl }
}

export const verified = {
  id: 'kyc_01',
  object: 'kyc_validation',
  livemode: false,
  reference: null,
  status: 'completed',
  result: 'verified',
  certified_account: true,
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  scopes_applied: ['kyc.basic'],
  scopes_withheld: [],
  purpose: 'customer_onboarding',
  created_at: '2026-09-21T00:00:00Z',
}

export const request = {
  identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
  purpose: 'customer_onboarding',
} as const

export const ok =
  (body: unknown = verified, status = 200) =>
  (): Scripted => ({ status, body })
export const refuse =
  (status: number, error: string, context: Record<string, unknown> = {}) =>
  (): Scripted => ({
    status,
    body: { error, message: `Refused: ${error}.`, request_id: 'req_1', ...context },
  })
