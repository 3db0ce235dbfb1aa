import type { Scope } from '@nani/contract'
import type { Performed } from '../../delivery/index.ts'
import { resolveIdentity } from '../../disclosure/index.ts'
import type { Citizen } from '../../register/index.ts'

type Asked = {
  /** The members that every answer of this call holds: mode, threshold, liveness, identifier, reason. */
  told: Record<string, unknown>
  threshold: number
  scopes: readonly Scope[]
  nowMs: number
}

/** Told to four digits, rounded down: what is told never reaches a threshold that the similarity itself did not. */
export const toldSimilarity = (similarity: number): number => Math.floor(similarity * 1e4) / 1e4

/**
 * 1:1 (spec 1 § Face Recognition, rules 1 and 2): `similarity` is that of the best enrolled photograph, null where the
 * claimed identity has no certified account, or no face on record.
 */
export const decideVerification = (
  citizen: Citizen | null,
  similarity: number | null,
  asked: Asked,
): Performed => {
  const { person } = resolveIdentity(citizen, [], asked.nowMs)
  const compared = person && similarity !== null ? toldSimilarity(similarity) : null
  if (person && compared !== null && compared >= asked.threshold) return match(person, compared, asked)
  return { ...noMatch(compared, asked), svcId: citizen?.svc_id ?? null }
}

/** 1:N: whom the search named, or nobody, of whom nothing is told: not even that somebody was near (ibid., rule 2). */
export const decideIdentification = (
  found: { citizen: Citizen; similarity: number } | null,
  asked: Asked,
): Performed => (found ? match(found.citizen, toldSimilarity(found.similarity), asked) : noMatch(null, asked))

const match = (person: Citizen, similarity: number, { told, scopes, nowMs }: Asked): Performed => {
  const { blocks, scopesApplied, scopesWithheld, svcId } = resolveIdentity(person, scopes, nowMs)
  return {
    outcome: 'match',
    members: { ...ordered(told, similarity), ...blocks },
    scopesApplied,
    scopesWithheld,
    svcId,
  }
}

const noMatch = (similarity: number | null, { told }: Asked): Performed => ({
  outcome: 'no_match',
  members: ordered(told, similarity),
  scopesApplied: [],
  scopesWithheld: [],
  svcId: null,
})

const ordered = ({ mode, ...others }: Record<string, unknown>, similarity: number | null) => ({
  mode,
  similarity,
  ...others,
})
