import { invalidReceipt } from './receipt-errors.ts'

/** A claim that the receipt shows. `name` is null for an element of an array. */
export type Disclosure = { encoded: string; digest: string; name: string | null; value: unknown }

export type ParsedReceipt = {
  /** The signed part: header, payload and signature. */
  jwt: string
  header: Record<string, unknown>
  payload: Record<string, unknown>
  /** By their digests. */
  disclosures: ReadonlyMap<string, Disclosure>
}

/** The parts of an SD-JWT (RFC 9901, section 4). Nothing is verified yet. */
export const parseReceipt = async (receipt: string): Promise<ParsedReceipt> => {
  const [jwt = '', ...rest] = receipt.trim().split('~')
  // A key binding would be after the last `~`. Receipts have none.
  if (rest.pop() !== '') throw invalidReceipt('it does not end with "~"')
  const [header = '', payload = '', signature] = jwt.split('.')
  if (!signature || jwt.split('.').length !== 3) throw invalidReceipt('it is not an SD-JWT')
  const disclosures = new Map<string, Disclosure>()
  for (const encoded of rest) {
    const disclosure = readDisclosure(encoded, await digestOf(encoded))
    if (disclosures.has(disclosure.digest)) throw invalidReceipt('a disclosure is in it twice')
    disclosures.set(disclosure.digest, disclosure)
  }
  return { jwt, header: readObject(header), payload: readObject(payload), disclosures }
}

const readDisclosure = (encoded: string, digest: string): Disclosure => {
  const parts = parseJson(encoded)
  if (!Array.isArray(parts) || typeof parts[0] !== 'string') throw invalidReceipt('a disclosure is malformed')
  if (parts.length === 2) return { encoded, digest, name: null, value: parts[1] }
  const [, name, value] = parts
  if (parts.length !== 3 || typeof name !== 'string' || name === '_sd' || name === '...')
    throw invalidReceipt('a disclosure is malformed')
  return { encoded, digest, name, value }
}

const readObject = (encoded: string): Record<string, unknown> => {
  const value = parseJson(encoded)
  if (!isObject(value)) throw invalidReceipt('it is not an SD-JWT')
  return value
}

const parseJson = (encoded: string): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(encoded)))
  } catch {
    throw invalidReceipt('a part of it is not JSON in base64url')
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The bytes of a text in base64url. Throws for any other text. */
export const bytesOf = (encoded: string): Uint8Array<ArrayBuffer> => {
  if (!/^[A-Za-z0-9_-]+$/.test(encoded)) throw invalidReceipt('a part of it is not in base64url')
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const digestOf = async (text: string): Promise<string> =>
  btoa(String.fromCharCode(...(await sha256(text))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
