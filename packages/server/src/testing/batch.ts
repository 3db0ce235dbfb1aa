import { expect } from 'vitest'
import type { Application } from '../gateway/gateway/index.ts'
import type { Modes } from './modes.ts'

export type Listed = { reference: string; status: string; result?: { id: string }; error?: { code: string } }

export const batchesPath = '/v1/kyc/validations/batches'

/** `count` items, by reference `r0`, `r1`, … */
export const batchItems = (count: number, value = 'COD-1111-2222-3333') =>
  Array.from({ length: count }, (_, index) => ({
    reference: `r${index}`,
    identifier: { type: 'svc_id', value },
  }))

/** What a caller does with an asynchronous batch, over the wire. */
export const batchCaller = (modes: () => Modes) => {
  const pageOf = async (application: Application, batchId: string, query = '') => {
    const { json } = await modes().get(application, `/v1/batches/${batchId}/results${query}`)
    return { data: json.data as Listed[], next: json.next_cursor as string | null }
  }
  return {
    async submit(application: Application, list: unknown[], more = {}) {
      const reply = await modes().call(application, {
        target: batchesPath,
        body: { purpose: 'customer_onboarding', scopes: [], items: list },
        prefer: 'respond-async',
        ...more,
      })
      expect(reply.status, reply.text).toBe(202)
      return reply.json.id as string
    },
    stateOf: async (application: Application, batchId: string) =>
      (await modes().get(application, `/v1/batches/${batchId}`)).json,
    pageOf,
    async allOf(application: Application, batchId: string, limit: number) {
      const listed: Listed[] = []
      for (let query = `?limit=${limit}`; ; ) {
        const { data, next } = await pageOf(application, batchId, query)
        listed.push(...data)
        if (next === null) return listed
        query = `?limit=${limit}&cursor=${next}`
      }
    },
    /** Result, charge and audit entry are there together for exactly so many items. */
    async expectWhole(application: Application, count: number) {
      for (const table of ['results', 'call_charges'])
        expect(await modes().count(table, application), table).toBe(count)
      expect(await modes().count('audit_entries', application, 'result_id is not null')).toBe(count)
    },
  }
}
