import { type Clock, Refusal } from '@nani/foundation/core/index.ts'
import { type Currency, decimalOf, microsOfUnit, parseMicros } from '../../billing/index.ts'
import type { PaymentProvider } from './provider.ts'
import { providerSignature } from './signature.ts'

/** docs/payment-providers.md */
export type MobileMoneySettings = { url: string; secret: string }

const timeoutMs = 10_000
const maxAnswerBytes = 16_384

const unavailable = (why: string) =>
  new Refusal('payment_provider_unavailable', `The payment provider did not accept the request: ${why}.`)

export const mobileMoney = (
  { url, secret }: MobileMoneySettings,
  clock: Pick<Clock, 'now'>,
): PaymentProvider => ({
  name: 'mobile_money',
  async collect({ id, amount, description, payer }) {
    const micros = Math.round(amount.value * microsOfUnit)
    const body = JSON.stringify({
      ...{ id, amount: decimalOf(micros), currency: amount.currency },
      ...{ payer, description },
    })
    const signature = providerSignature({ direction: 'request', body, secret, nowMs: clock.now() })
    const response = await fetch(`${url.replace(/\/$/, '')}/collections`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw unavailable('it did not answer')
    })
    if (response.status !== 202) {
      await response.body?.cancel()
      throw unavailable(`it answered ${response.status}`)
    }
    const { reference } = parseObject(await readBounded(response))
    if (!isReference(reference)) throw unavailable('its answer has no reference')
    return { reference }
  },
})

const readBounded = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxAnswerBytes) throw unavailable('its answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const parseObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const isReference = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,100}$/.test(value)

/** What a callback says about a collection. */
export type Confirmation = {
  id: string
  reference: string
  status: 'completed' | 'failed'
  amount: number
  currency: Currency
}

/** Null: the body does not have the form of docs/payment-providers.md. */
export const parseConfirmation = (body: string): Confirmation | null => {
  const { id, reference, status, amount, currency } = parseObject(body)
  const micros = typeof amount === 'string' ? parseMicros(amount, 2) : null
  if (!isReference(id) || !isReference(reference) || micros === null || micros <= 0) return null
  if (status !== 'completed' && status !== 'failed') return null
  if (currency !== 'USD' && currency !== 'CDF') return null
  return { id, reference, status, amount: micros, currency }
}
