import type { AmlCheck, AmlHit, AmlScreeningHit } from '@nani/contract'
import { type FoundEntry, type ListEntry, listOf } from '../../lists/index.ts'
import type { ComparedField, EntryMatch } from '../../screening/index.ts'
import { pepLevel, positionOf } from './pep-level.ts'
import type { Weighed } from './risk-score.ts'
import type { Exposure } from './subject.ts'
import { weighEntry } from './weigh-entry.ts'

/** A hit before it has a place: what is told of it, the whole entry behind it, and what it weighs. */
export type Finding = Weighed & {
  hit: Omit<AmlScreeningHit, 'details_url'>
  /** The `aml_hit` without what only its place tells. */
  entry: Omit<AmlHit, 'object' | 'screening_id' | 'position'>
  /** Of a PEP entry. */
  pep: Pick<NonNullable<AmlHit['pep']>, 'level' | 'positions'> | null
  /** Names what was found, from one screening of the subject to the next. */
  key: string
  /** Changes whenever what is on the list changes. */
  contentHash: string
}

const scoreDigits = 10_000

/** Told as it is counted with, so that who reads an answer can reckon its score. */
const rounded = (score: number) => Math.round(score * scoreDigits) / scoreDigits

/** The hit that an entry of a list makes. */
export const findingOf = (found: FoundEntry, match: Omit<EntryMatch, 'entryId'>, nowMs: number): Finding => {
  const { entry, list, version, contentHash } = found
  const { name, category, official } = listOf(list)
  const matchScore = rounded(match.matchScore)
  const { sanction } = entry
  const pep = category === 'pep' ? pepFacts(entry, nowMs) : null
  const told = {
    list: name,
    category,
    match_score: matchScore,
    listed_on: entry.listedOn,
  }
  return {
    ...weighEntry(entry, category, nowMs),
    matchScore,
    key: `${list}:${entry.reference}`,
    contentHash,
    pep,
    hit: {
      ...told,
      matched_name: match.matchedName,
      ...(official && {
        source: {
          official: true,
          reference: entry.reference,
          programs: sanction?.programs ?? [],
          interpol_un_special_notice: sanction?.interpolUnSpecialNotice ?? null,
        },
      }),
    },
    entry: {
      ...told,
      ...describeEntry(entry),
      list_version: version.label,
      explanation: match.explanation.map(withoutOtherNumbers),
      ...sanctionBlock(entry, category),
      ...(pep && { pep: { ...pep, relationship: entry.pep?.relationship ?? null } }),
      ...(entry.media.length > 0 && { media: entry.media.map(reportOf) }),
    },
  }
}

/**
 * A number that was compared and is not the entry's is not told: the documents of a person are behind scopes of
 * their own. One that is the entry's stands on the list anyway.
 */
const withoutOtherNumbers = (field: ComparedField): ComparedField =>
  field.field === 'identifier' && !field.score ? { ...field, subject: null } : field

const pepFacts = (entry: ListEntry, nowMs: number) => ({
  level: pepLevel(entry, nowMs),
  positions: (entry.pep?.positions ?? []).map(positionOf),
})

const sanctionBlock = ({ reference, sanction }: ListEntry, category: AmlCheck) =>
  category === 'sanctions' && {
    sanction: {
      reference,
      programs: sanction?.programs ?? [],
      legal_basis: sanction?.legalBasis ?? null,
      interpol_un_special_notice: sanction?.interpolUnSpecialNotice ?? null,
    },
  }

const reportOf = ({ url, publisher, publishedOn, category, severity }: ListEntry['media'][number]) => ({
  url,
  publisher,
  published_on: publishedOn,
  category,
  severity,
})

const describeEntry = (entry: ListEntry) => ({
  names: entry.names,
  birth_dates: [...new Set(entry.birthDates.flatMap(({ from, to }) => datesOf(from, to)))],
  nationalities: entry.nationalities,
  addresses: entry.addresses,
  identifiers: entry.identifiers,
})

/** A range of days as the dates that a list would print: a day, a month, a year, or each year that it touches. */
const datesOf = (from: string, to: string): string[] => {
  if (from === to) return [from]
  if (from.slice(0, 7) === to.slice(0, 7)) return [from.slice(0, 7)]
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: Math.min(last - first, mostYears) + 1 }, (_, index) => String(first + index))
}

const mostYears = 20

/** The hit of a jurisdiction: certain, and explained by what ties the subject to it. */
export const findingOfJurisdiction = (
  found: FoundEntry,
  exposures: readonly Exposure[],
  nowMs: number,
): Finding => {
  const country = found.entry.jurisdiction?.country ?? null
  const explanation = exposures
    .filter((exposure) => exposure.country === country)
    .map(({ by }): ExplainedField => ({ field: by, subject: country, entry: country, score: 1, effect: 0 }))
  const matchedName = found.entry.names[0]?.name ?? String(country)
  const { entry, ...finding } = findingOf(found, { matchScore: 1, matchedName, explanation: [] }, nowMs)
  return { ...finding, entry: { ...entry, explanation } }
}

type ExplainedField = Omit<ComparedField, 'field'> & { field: string }
