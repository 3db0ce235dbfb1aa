/** Identifier types and their formats (spec/identifiers#identifier-object, spec/identifiers#formats-of-identifiers). */
export const individualIdentifierTypes = [
  'svc_id',
  'passport',
  'ceni',
  'driving_licence',
  'national_id',
] as const
export const businessIdentifierTypes = ['rccm', 'id_nat', 'nif'] as const
export const identifierTypes = [...individualIdentifierTypes, ...businessIdentifierTypes] as const

export type IndividualIdentifierType = (typeof individualIdentifierTypes)[number]
export type BusinessIdentifierType = (typeof businessIdentifierTypes)[number]
export type IdentifierType = (typeof identifierTypes)[number]

/** `type` and `value` as in spec/identifiers#identifier-object. */
export type Identifier = { type: IdentifierType; value: string }

/** Maximum length of an identifier. Longer input is refused before any pattern is tested. */
const maxInputLength = 64

// The dashes of Unicode that keyboards and word processors write instead of the hyphen.
const dashes = /[\u2010-\u2015\u2212\u00AD\uFE58\uFE63\uFF0D]/g

const tidy = (value: string) => value.replace(/\s+/gu, '').replace(dashes, '-').toUpperCase()
const bare = (value: string) => tidy(value).replaceAll('-', '')

const svcId = (value: string) => {
  const groups = /^COD(\d{4})(\d{4})(\d{4})$/.exec(bare(value))
  return groups ? `COD-${groups[1]}-${groups[2]}-${groups[3]}` : null
}

const matching = (pattern: RegExp, clean: (value: string) => string) => (value: string) => {
  const candidate = clean(value)
  return pattern.test(candidate) ? candidate : null
}

const canonical: Record<IdentifierType, (value: string) => string | null> = {
  svc_id: svcId,
  passport: matching(/^[A-Z0-9]{7,9}$/, bare),
  ceni: matching(/^\d{11}$/, bare),
  driving_licence: matching(/^[A-Z0-9]{6,20}$/, bare),
  national_id: matching(/^[A-Z0-9]{6,20}$/, bare),
  rccm: matching(/^CD\/[A-Z]{3,6}\/RCCM\/\d{2}-[A-Z]-\d{4,6}$/, tidy),
  id_nat: matching(/^\d{2}-?(\d{2}|[A-Z]?\d{4}|[A-Z]\d{3})-?[A-Z]\d{5}[A-Z]$/, tidy),
  nif: matching(/^[A-Z]\d{7}[A-Z]$/, bare),
}

/**
 * The canonical form of an identifier, or null if the value does not have the format of its type. Letter case, spaces
 * and the kind of dash are ignored.
 *
 * @example normalizeIdentifier({ type: 'svc_id', value: 'cod 0000 0000 0001' })?.value // 'COD-0000-0000-0001'
 */
export const normalizeIdentifier = (identifier: Identifier): Identifier | null => {
  if (identifier.value.length > maxInputLength) return null
  const value = canonical[identifier.type](identifier.value)
  return value === null ? null : { type: identifier.type, value }
}

/** The middle of an id_nat has a variable length. The parts before and after it have fixed lengths. */
const idNatParts = /^(\d{2})-?(.+?)-?([A-Z]\d{5}[A-Z])$/

/**
 * The single spelling for look-ups and comparisons. The dashes of an id_nat are optional, and the canonical form keeps
 * them as typed (spec/identifiers#formats-of-identifiers). This function adds them.
 *
 * @example settleSpelling({ type: 'id_nat', value: '01A0001N00001A' }).value // '01-A0001-N00001A'
 */
export const settleSpelling = (identifier: Identifier): Identifier => {
  const parts = identifier.type === 'id_nat' ? idNatParts.exec(identifier.value) : null
  return parts ? { type: 'id_nat', value: parts.slice(1).join('-') } : identifier
}
