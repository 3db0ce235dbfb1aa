import { createHash, createPublicKey, verify } from 'node:crypto'

type Jwk = { kid: string; kty: string; crv: string; x: string }
type Claims = Record<string, unknown>

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const read = (encoded: string) => JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))

/** Verifies a receipt as RFC 9901 says, with no code of the product. Returns its header and its claims. */
export const verifyReceipt = (receipt: string, keys: readonly Jwk[]) => {
  const [jwt = '', ...rest] = receipt.split('~')
  if (rest.pop() !== '') throw new Error('the receipt has a key binding')
  const [encodedHeader = '', payload = '', signature = ''] = jwt.split('.')
  const header = read(encodedHeader) as { alg: string; typ: string; kid: string }
  const key = keys.find(({ kid }) => kid === header.kid)
  if (!key) throw new Error(`the key set has no key ${header.kid}`)
  const { kty, crv, x } = key
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  const signed = Buffer.from(`${encodedHeader}.${payload}`)
  if (!verify(null, signed, publicKey, Buffer.from(signature, 'base64url')))
    throw new Error('the signature is not valid')
  const disclosures = new Map(rest.map((text) => [hashOf(text), read(text) as unknown[]]))
  const { _sd_alg: algorithm, ...claims } = read(payload) as Claims
  if (algorithm !== 'sha-256') throw new Error('the digests have another algorithm')
  const resolved = resolve(claims, disclosures) as Claims
  if (disclosures.size > 0) throw new Error('a disclosure was not signed')
  return { header, claims: resolved }
}

const take = (digest: string, disclosures: Map<string, unknown[]>): unknown[] | undefined => {
  const found = disclosures.get(digest)
  disclosures.delete(digest)
  return found
}

const resolve = (value: unknown, disclosures: Map<string, unknown[]>): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.flatMap((element) => {
      const digest = (element as { '...'?: string } | null)?.['...']
      if (digest === undefined) return [resolve(element, disclosures)]
      const found = take(digest, disclosures)
      return found ? [resolve(found[1], disclosures)] : []
    })
  const { _sd: digests = [], ...members } = value as { _sd?: string[] } & Claims
  const shown = digests.flatMap((digest) => {
    const found = take(digest, disclosures)
    return found ? [[found[1], resolve(found[2], disclosures)]] : []
  })
  const plain = Object.entries(members).map(([name, member]) => [name, resolve(member, disclosures)])
  return Object.fromEntries([...plain, ...shown])
}

export type Part = { path: (string | number)[]; receipt: string }

/** Each claim that can be hidden, and the receipt that shows this one alone: with what contains it, and without its parts. */
export const partsOf = (receipt: string): Part[] => {
  const [jwt = '', ...rest] = receipt.split('~')
  const texts = new Map(rest.slice(0, -1).map((text) => [hashOf(text), text]))
  const parts: Part[] = []
  const take = (digest: unknown, path: Part['path'], shown: string[]) => {
    const text = texts.get(String(digest))
    if (text === undefined) return
    const disclosure = read(text) as unknown[]
    const at = disclosure.length === 3 ? [...path, String(disclosure[1])] : path
    parts.push({ path: at, receipt: `${[jwt, ...shown, text].join('~')}~` })
    walk(disclosure.at(-1), at, [...shown, text])
  }
  const walk = (value: unknown, path: Part['path'], shown: string[]) => {
    if (Array.isArray(value))
      for (const [index, element] of value.entries())
        take((element as { '...'?: string } | null)?.['...'], [...path, index], shown)
    else for (const digest of (value as { _sd?: string[] } | null)?._sd ?? []) take(digest, path, shown)
  }
  walk(read(jwt.split('.')[1] ?? ''), [], [])
  return parts
}

/** RFC 8785, for the values of results. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
