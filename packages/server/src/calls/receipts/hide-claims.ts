import { canonicalJson, openReceiptClaims } from '@nani/contract'

/** A value with the digests of what a holder may show, and the disclosures (RFC 9901, section 4.2). */
export type HiddenClaims = { digests: string[]; disclosures: string[] }

export type DisclosureHashing = {
  /** A salt of 128 bits in base64url, which only the issuer can derive from the path of a claim. */
  saltOf(path: readonly (string | number)[]): string
  /** SHA-256 in base64url. */
  digestOf(disclosure: string): string
}

/** The claims of one level: their path, and the disclosures that were made so far. */
type Level = { path: readonly (string | number)[]; disclosures: string[]; hashing: DisclosureHashing }

const open: ReadonlySet<string> = new Set(openReceiptClaims)

/**
 * Makes each field of a result a claim that its holder can hide. Each block of `kyc`, each field of `kyc.basic` and each
 * hit can be hidden on its own. `livemode` is always open, and therefore no disclosure.
 */
export const hideClaims = (
  { livemode: _open, ...fields }: Record<string, unknown>,
  hashing: DisclosureHashing,
): HiddenClaims => {
  const colliding = Object.keys(fields).find((name) => open.has(name))
  if (colliding) throw new Error(`a result may not have the field ${colliding}: it is a claim of its receipt`)
  const level: Level = { path: [], disclosures: [], hashing }
  const digests = hideMembers(fields, level, (name, value, below) => {
    if (name === 'kyc' && isObject(value)) return hideBlocks(value, below)
    return name === 'hits' && Array.isArray(value) ? hideElements(value, below) : value
  })
  return { digests, disclosures: level.disclosures }
}

const hideBlocks = (kyc: Record<string, unknown>, level: Level) => ({
  _sd: hideMembers(kyc, level, (name, block, below) =>
    name === 'basic' && isObject(block) ? { _sd: hideMembers(block, below, (_name, value) => value) } : block,
  ),
})

type HideInside = (name: string, value: unknown, below: Level) => unknown

/** The digests are sorted, so that their order says nothing about the order of the claims. */
const hideMembers = (members: Record<string, unknown>, level: Level, inside: HideInside): string[] =>
  Object.keys(members)
    .sort()
    .filter((name) => members[name] !== undefined)
    .map((name) => {
      const below = { ...level, path: [...level.path, name] }
      return disclose([name, inside(name, members[name], below)], below)
    })
    .sort()

const hideElements = (elements: readonly unknown[], level: Level) =>
  elements.map((element, index) => ({
    '...': disclose([element], { ...level, path: [...level.path, index] }),
  }))

/** In canonical form, so that a receipt does not depend on the order of the fields in the code. */
const disclose = (claim: readonly unknown[], { path, disclosures, hashing }: Level): string => {
  const disclosure = Buffer.from(canonicalJson([hashing.saltOf(path), ...claim])).toString('base64url')
  disclosures.push(disclosure)
  return hashing.digestOf(disclosure)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
