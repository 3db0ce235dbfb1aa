import type { AmlCheck } from '@nani/contract'
import type { ListEntry, PepFacts } from '../../risk/lists/index.ts'
import { pepLevel } from './hits/pep-level.ts'
import { isPast, recencySince } from './hits/recency.ts'
import type { ScoreInputs } from './risk-score.ts'
import { halfLifeYears, noticeFloor, weights } from './risk-weights.ts'

type Weight = Omit<ScoreInputs, 'matchScore'>

const weight = (value: number, recency = 1, isActiveSanction = false): Weight => ({
  weight: value,
  recency,
  isActiveSanction,
})

/** The weight of a list entry by its kind and age (spec/aml#risk-levels: category and recency of every hit). */
export const scoreInputsOf = (entry: ListEntry, category: AmlCheck, nowMs: number): Weight =>
  weighCategory[category](entry, nowMs)

const weighCategory: Record<AmlCheck, (entry: ListEntry, nowMs: number) => Weight> = {
  sanctions: ({ endedOn }, nowMs) =>
    isPast(endedOn, nowMs)
      ? weight(weights.sanctions.former, recencySince(endedOn, halfLifeYears.former_sanction, nowMs))
      : weight(weights.sanctions.active, 1, true),
  pep: (entry, nowMs) =>
    weight(
      entry.pep?.relationship
        ? weights.pep[entry.pep.relationship.kind]
        : weights.pep[pepLevel(entry, nowMs)],
      recencySince(leftOffice(entry, nowMs), halfLifeYears.former_pep, nowMs),
    ),
  adverse_media: ({ media }, nowMs) =>
    media
      .map(({ severity, publishedOn }) =>
        weight(weights.adverse_media[severity], recencySince(publishedOn, halfLifeYears.media, nowMs)),
      )
      .reduce((gravest, report) => (shareOf(report) > shareOf(gravest) ? report : gravest), weight(0)),
  watchlists: ({ endedOn, listedOn }, nowMs) =>
    weight(
      weights.watchlists.notice,
      isPast(endedOn, nowMs)
        ? noticeFloor * recencySince(endedOn, halfLifeYears.ended_notice, nowMs)
        : Math.max(noticeFloor, recencySince(listedOn, halfLifeYears.notice, nowMs)),
    ),
  high_risk_jurisdictions: ({ jurisdiction }) =>
    weight(weights.high_risk_jurisdictions[jurisdiction?.level ?? 'monitored']),
}

const shareOf = ({ weight: share, recency }: Weight) => share * recency

/** The end of the last position. Null while one is held, or if no end is known. */
export const leftOffice = (
  { pep, endedOn }: { pep: PepFacts | null; endedOn: string | null },
  nowMs: number,
): string | null => {
  const ends = (pep?.positions ?? []).map(({ endDate }) => endDate)
  if (ends.length === 0) return endedOn
  if (ends.some((end) => !isPast(end, nowMs))) return null
  return (ends as string[]).toSorted().at(-1) ?? null
}
