import { createHmac, timingSafeEqual } from 'node:crypto'

/** A message that is older, or from further in the future, is refused. */
const windowSeconds = 300

/** A request cannot be played back as a callback, because the direction is signed. */
export type Direction = 'request' | 'callback'
type ProviderMessage = { direction: Direction; body: string; secret: string; nowMs: number }

const digest = ({ direction, body, secret }: ProviderMessage, seconds: string): Buffer =>
  createHmac('sha256', secret).update(`${direction}.${seconds}.${body}`).digest()

/** The value of `X-Signature`: `t=<Unix seconds>,v1=<HMAC-SHA256 in hexadecimal digits>`. */
export const providerSignature = (signed: ProviderMessage): string => {
  const seconds = String(Math.floor(signed.nowMs / 1_000))
  return `t=${seconds},v1=${digest(signed, seconds).toString('hex')}`
}

/** The place of the secret under which the signature is valid; null: of none. Each secret is compared in constant time. */
export const findSigningSecret = (
  header: unknown,
  secrets: readonly string[],
  signed: Omit<ProviderMessage, 'secret'>,
): number | null => {
  const [matched, seconds = '', hex = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (matched === undefined || Math.abs(signed.nowMs / 1_000 - Number(seconds)) > windowSeconds) return null
  const sent = Buffer.from(hex, 'hex')
  const found = secrets.map((secret) => timingSafeEqual(digest({ ...signed, secret }, seconds), sent))
  const place = found.indexOf(true)
  return place < 0 ? null : place
}
