/** The kind of an entry. `other` is a vessel, an aircraft, or anything that is not a person or an organization. */
export type EntryKind = 'individual' | 'business' | 'other' | 'unknown'

/** A name as the list publishes it. */
export type EntryName = {
  name: string
  /** `weak_alias`: the list marks it as low quality (OFAC weak, UN "Low"). Alone it is weak evidence. */
  kind: 'primary' | 'alias' | 'weak_alias'
  /** ISO 15924 (`Latn`, `Arab`, `Cyrl`, …), derived from the letters. */
  script: string
}

/**
 * A possibly incomplete birth date, as an inclusive range of days `YYYY-MM-DD`. A year is the range of all its days.
 * `circa`: the list calls it approximate.
 */
export type BirthDate = { from: string; to: string; circa: boolean }

/** A number of a document, a registration or a tax file. `type` in lower_snake words, `country` alpha-3. */
export type EntryIdentifier = { type: string; value: string; country: string | null }

export type EntryAddress = { text: string; country: string | null }

/** An official or national designation (spec/aml#hits; spec/aml#entry-behind-a-hit, `aml_hit.sanction`). */
export type SanctionFacts = {
  programs: string[]
  legalBasis: string | null
  interpolUnSpecialNotice: string | null
}

/** A position that makes a person a PEP. Dates are `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export type PepPosition = {
  title: string
  /** alpha-3, or null for an international organization. */
  jurisdiction: string | null
  startDate: string | null
  endDate: string | null
}

export type PepFacts = {
  positions: PepPosition[]
  /** This decides the level, whatever country a position names: every organization has its seat in a country. */
  isInternationalOrganization: boolean
  /**
   * True if the list gives the holder of each office, and has both national offices and offices of international
   * organizations (`jurisdiction` null). Then the offices that are held decide.
   */
  hasBothKinds?: true
  /** Why a person without a position is listed: the relative or associate of a person. Null for office holders. */
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
  /** The measure of a call for action. */
  measure: 'countermeasures' | 'enhanced_due_diligence' | null
}

/** One entry of a list, independent of its format. */
export type ListEntry = {
  /** The reference of the entry on its list: unique, and the same in every version. */
  reference: string
  kind: EntryKind
  /** At least one. The first is the primary name. */
  names: EntryName[]
  birthDates: BirthDate[]
  genders: ('male' | 'female')[]
  /** alpha-3. For a business: the country of registration. */
  nationalities: string[]
  addresses: EntryAddress[]
  identifiers: EntryIdentifier[]
  /** `YYYY-MM-DD`, or null if the list publishes no day. */
  listedOn: string | null
  /** The day on which a former designation or a wanted notice ended. Null while it is active. */
  endedOn: string | null
  sanction: SanctionFacts | null
  pep: PepFacts | null
  media: MediaReport[]
  /** Only for entries that are a country. */
  jurisdiction?: JurisdictionFacts
}
