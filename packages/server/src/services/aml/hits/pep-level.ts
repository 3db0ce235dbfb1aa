import type { AmlScreening } from '@nani/contract'
import type { ListEntry, PepPosition } from '../../../risk/lists/index.ts'
import { homeCountry } from '../subject/subject.ts'
import { firstDayOf, isPast, lastDayOf } from './recency.ts'

export type PepLevel = NonNullable<AmlScreening['pep']['level']>

/**
 * The level by the country of the positions (spec/aml#pep-block), current ones first. For a relative or associate
 * without a position, the nationality decides.
 */
export const pepLevel = (
  { pep, nationalities }: Pick<ListEntry, 'pep' | 'nationalities'>,
  nowMs: number,
): PepLevel => {
  const positions = pep?.positions ?? []
  const held = positions.filter(({ endDate }) => !isPast(endDate, nowMs))
  const counted = held.length > 0 ? held : positions
  const countries = counted.flatMap(({ jurisdiction }) => (jurisdiction === null ? [] : [jurisdiction]))
  const isFlagCertain = !pep?.hasBothKinds || countries.length === 0
  if (pep?.isInternationalOrganization && isFlagCertain) return 'international_organization'
  const home = (countries.length > 0 ? countries : nationalities).includes(homeCountry)
  return home ? 'domestic' : 'foreign'
}

/**
 * A position in the members of the specification. Its dates are days (spec/conventions#formats). A start known by
 * month or year becomes the first day, and an end becomes the last day. A term therefore never ends too early.
 */
export const positionOf = ({ title, jurisdiction, startDate, endDate }: PepPosition) => ({
  title,
  jurisdiction,
  start_date: startDate && firstDayOf(startDate),
  end_date: endDate && lastDayOf(endDate),
})
