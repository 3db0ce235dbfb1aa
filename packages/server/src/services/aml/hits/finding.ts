import type { AmlCheck, AmlHit, AmlScreeningHit } from '@nani/contract'
import type { ComparedField, EntryMatch } from '@nani/engines/screening/index.ts'
import { type FoundEntry, type ListEntry, listOf } from '../../../risk/lists/index.ts'
import type { ScoreInputs } from '../risk-score.ts'
import { scoreInputsOf } from '../score-inputs.ts'
import type { Exposure } from '../subject/subject.ts'
import { pepLevel, positionOf } from './pep-level.ts'

/** A hit before it has a position: its public fields, the complete entry, and its score inputs. */
export type Finding = ScoreInputs & {
  hit: Omit<AmlScreeningHit, 'details_url'>
  /** The `aml_hit` without the fields that depend on its position. */
  entry: Omit<AmlHit, 'object' | 'screening_id' | 'position'>
  /** Only for a PEP entry. */
  pep: Pick<NonNullable<AmlHit['pep']>, 'level' | 'positions'> | null
  /** Identifies the entry in all screenings of the subject. */
  key: string
  /** Changes whenever the content of the list entry changes. */
  contentHash: string
}

const scoreDigits = 10_000

/** Returned with the precision of the calculation, so that a reader can recompute the score. */
const rounded = (score: number) => Math.round(score * scoreDigits) / scoreDigits

/** Makes the hit of a list entry. */
export const findingOf = (found: FoundEntry, match: Omit<EntryMatch, 'entryId'>, nowMs: number): Finding => {
  const { entry, list, version, contentHash } = found
  const { name, category, official } = listOf(list)
  const matchScore = rounded(match.matchScore)
  const { sanction } = entry
  const pep = category === 'pep' ? pepFacts(entry, nowMs) : null
  const shared = {
    list: name,
    category,
    match_score: matchScore,
    listed_on: entry.listedOn,
  }
  return {
    ...scoreInputsOf(entry, category, nowMs),
    matchScore,
    key: `${list}:${entry.reference}`,
    contentHash,
    pep,
    hit: {
      ...shared,
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
      ...shared,
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
 * Hides a compared number that is not the entry's own. Documents of a person require scopes. A number of the entry is
 * public on the list.
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

/** A range of days as written by a list: a day, a month, a year, or each year of the range. */
const datesOf = (from: string, to: string): string[] => {
  if (from === to) return [from]
  if (from.slice(0, 7) === to.slice(0, 7)) return [from.slice(0, 7)]
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: Math.min(last - first, maxYears) + 1 }, (_, index) => String(first + index))
}

const maxYears = 20

/** Makes the hit of a jurisdiction. It is certain, and its explanation lists the subject's ties to the country. */
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
