import { responseAdditionalData } from '@nani/contract'
import { encryptBody, encryptedBodyJson } from '@nani/contract/node'
import { type Random, Refusal } from '../core/index.ts'
import type { Outcome } from './pipeline.ts'

export type HttpAnswer = { status: number; headers: Record<string, string>; body: string }

const ivBytes = 12

/** Decisions §2: encrypted once the signature has verified, errors included; plain JSON before. */
export const sealOutcome = ({ visit, answer }: Outcome, random: Random): HttpAnswer => {
  const { requestId } = visit.request
  const status = answer.status
  const text =
    answer instanceof Refusal ? JSON.stringify({ ...answer.body(), request_id: requestId }) : answer.body
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(answer instanceof Refusal ? retryAfter(answer) : answer.headers),
  }
  if (!visit.verified || !visit.application || !visit.headers) return { status, headers, body: text }
  const iv = random.bytes(ivBytes)
  const additional = responseAdditionalData(visit.headers.nonce, status)
  headers['X-SVC-IV'] = iv.toString('base64')
  return {
    status,
    headers,
    body: encryptedBodyJson(encryptBody(visit.application.payloadKey, iv, text, additional)),
  }
}

const retryAfter = (refusal: Refusal): Record<string, string> =>
  typeof refusal.context.retry_after === 'number'
    ? { 'Retry-After': String(refusal.context.retry_after) }
    : {}
