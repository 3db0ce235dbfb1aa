/** What an entry is about. `other` is a vessel, an aircraft or whatever a list names beside people and organizations. */
export type EntryKind = 'individual' | 'business' | 'other' | 'unknown'

/** A name as the list publishes it. */
export type EntryName = {
  name: string
  /** `weak_alias`: the list itself calls it low quality (OFAC weak, UN "Low"): alone it proves little. */
  kind: 'primary' | 'alias' | 'weak_alias'
  /** ISO 15924 (`Latn`, `Arab`, `Cyrl`, …), from the letters themselves. */
  script: string
}

/**
 * A birth date with what is known of it, as an inclusive range of days `YYYY-MM-DD`: a year is its first to its
 * last day. `circa` says that the list calls it approximate.
 */
export type BirthDate = { from: string; to: string; circa: boolean }

/** A number of a document, a registration or a tax file. `type` in lower_snake words; `country` alpha-3. */
export type EntryIdentifier = { type: string; value: string; country: string | null }

export type EntryAddress = { text: string; country: string | null }

/** Of an official or national designation (spec 2 § `aml_screening`, `hits[].source`; decisions §5, `aml_hit.sanction`). */
export type SanctionFacts = {
  programs: string[]
  legalBasis: string | null
  interpolUnSpecialNotice: string | null
}

/** A position that makes somebody a PEP. Dates are `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export type PepPosition = {
  title: string
  /** alpha-3, or null of an international organization. */
  jurisdiction: string | null
  startDate: string | null
  endDate: string | null
}

export type PepFacts = {
  positions: PepPosition[]
  isInternationalOrganization: boolean
  /** Why somebody without a position is listed: whose relative or associate; null for office holders. */
  relationship: { kind: 'family' | 'close_associate'; to: string } | null
}

export type MediaReport = {
  url: string
  publisher: string
  publishedOn: string
  category: string
  severity: 'low' | 'medium' | 'high'
}

/** A country on one of the two FATF lists: `high_risk` is the call for action, `monitored` the increased monitoring. */
export type JurisdictionFacts = {
  country: string
  level: 'high_risk' | 'monitored'
  /** Of a call for action: what is called for. */
  measure: 'countermeasures' | 'enhanced_due_diligence' | null
}

/** One entry of a list, whatever format it came in. */
export type ListEntry = {
  /** Its own reference on its list: unique there, and the same from version to version. */
  reference: string
  kind: EntryKind
  /** At least one; the first is the primary name. */
  names: EntryName[]
  birthDates: BirthDate[]
  genders: ('male' | 'female')[]
  /** alpha-3, of individuals; of a business, where it is registered. */
  nationalities: string[]
  addresses: EntryAddress[]
  identifiers: EntryIdentifier[]
  /** `YYYY-MM-DD`, or null where the list publishes none. */
  listedOn: string | null
  /** Day on which a former designation or a wanted notice ended; null while it is active. */
  endedOn: string | null
  sanction: SanctionFacts | null
  pep: PepFacts | null
  media: MediaReport[]
  /** Only of entries that are a country. */
  jurisdiction?: JurisdictionFacts
}
