import { type Disclosure, isObject, type ParsedReceipt } from './parse-receipt.ts'
import { invalidReceipt } from './receipt-errors.ts'

/** The claims of a receipt, with each disclosure in the place of its digest. */
export type ResolvedClaims = {
  claims: Record<string, unknown>
  /** Whether no claim is hidden. */
  isComplete: boolean
  /** Each disclosure with the path of its claim, such as `kyc.basic.full_name` or `hits.0`. */
  paths: { path: string; disclosure: Disclosure }[]
}

/** RFC 9901, section 7.1. Refuses a disclosure that belongs to no digest, and a digest that occurs twice. */
export const resolveClaims = ({ payload, disclosures }: ParsedReceipt): ResolvedClaims => {
  const { _sd_alg: algorithm, ...signed } = payload
  if (algorithm !== 'sha-256') throw invalidReceipt('its digests are not SHA-256')
  const walk: Walk = { disclosures, seen: new Set(), used: [], isComplete: true }
  const claims = resolveObject(signed, '', walk)
  if (walk.used.length < disclosures.size) throw invalidReceipt('a disclosure is not part of what was signed')
  return { claims, isComplete: walk.isComplete, paths: walk.used }
}

type Walk = {
  disclosures: ReadonlyMap<string, Disclosure>
  seen: Set<string>
  used: ResolvedClaims['paths']
  isComplete: boolean
}

const resolve = (value: unknown, path: string, walk: Walk): unknown => {
  if (Array.isArray(value)) return resolveArray(value, path, walk)
  return isObject(value) ? resolveObject(value, path, walk) : value
}

const resolveObject = (value: Record<string, unknown>, path: string, walk: Walk): Record<string, unknown> => {
  const { _sd: digests = [], ...members } = value
  if (!Array.isArray(digests) || Object.hasOwn(members, '...'))
    throw invalidReceipt('its claims are malformed')
  const resolved = new Map(
    Object.entries(members).map(([name, member]) => [name, resolve(member, pathOf(path, name), walk)]),
  )
  for (const digest of digests) {
    const disclosure = take(digest, walk)
    if (!disclosure) continue
    const { name, value: hidden } = disclosure
    if (name === null || resolved.has(name)) throw invalidReceipt('a disclosure is in the wrong place')
    walk.used.push({ path: pathOf(path, name), disclosure })
    resolved.set(name, resolve(hidden, pathOf(path, name), walk))
  }
  return Object.fromEntries(resolved)
}

const resolveArray = (elements: readonly unknown[], path: string, walk: Walk): unknown[] =>
  elements.flatMap((element, index) => {
    const at = pathOf(path, String(index))
    if (!isObject(element) || !Object.hasOwn(element, '...')) return [resolve(element, at, walk)]
    if (Object.keys(element).length !== 1) throw invalidReceipt('its claims are malformed')
    const disclosure = take(element['...'], walk)
    if (!disclosure) return []
    if (disclosure.name !== null) throw invalidReceipt('a disclosure is in the wrong place')
    walk.used.push({ path: at, disclosure })
    return [resolve(disclosure.value, at, walk)]
  })

/** The disclosure of a digest; undefined if its holder hides it. */
const take = (digest: unknown, walk: Walk): Disclosure | undefined => {
  if (typeof digest !== 'string') throw invalidReceipt('its claims are malformed')
  if (walk.seen.has(digest)) throw invalidReceipt('a digest is in it twice')
  walk.seen.add(digest)
  const disclosure = walk.disclosures.get(digest)
  if (!disclosure) walk.isComplete = false
  return disclosure
}

const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
