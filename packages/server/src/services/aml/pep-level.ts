import type { AmlScreening } from '@nani/contract'
import type { ListEntry, PepPosition } from '../../lists/index.ts'
import { firstDayOf, isPast, lastDayOf } from './recency.ts'
import { homeCountry } from './subject.ts'

export type PepLevel = NonNullable<AmlScreening['pep']['level']>

/**
 * Whose office it is (spec 2 § `pep`), by the positions that are held, or were last held. Of a relative or
 * associate, who has none, the nationality decides.
 */
export const pepLevel = (
  { pep, nationalities }: Pick<ListEntry, 'pep' | 'nationalities'>,
  nowMs: number,
): PepLevel => {
  const positions = pep?.positions ?? []
  const held = positions.filter(({ endDate }) => !isPast(endDate, nowMs))
  const counted = held.length > 0 ? held : positions
  const countries = counted.flatMap(({ jurisdiction }) => (jurisdiction === null ? [] : [jurisdiction]))
  if (countries.length === 0 && pep?.isInternationalOrganization) return 'international_organization'
  const home = (countries.length > 0 ? countries : nationalities).includes(homeCountry)
  return home ? 'domestic' : 'foreign'
}

/**
 * A position in the specification's words. Dates there are days (spec 1 § Conventions): what is known to the month or the
 * year alone is told as its first day where a term begins and its last where it ends, so that nobody is out of office sooner
 * than is known.
 */
export const positionOf = ({ title, jurisdiction, startDate, endDate }: PepPosition) => ({
  title,
  jurisdiction,
  start_date: startDate && firstDayOf(startDate),
  end_date: endDate && lastDayOf(endDate),
})
