import type { FaceRecognition, Scope } from '@nani/contract'
import type { PerformedAs } from '../../calls/calls/index.ts'
import { resolveIdentity } from '../../calls/disclosure/index.ts'
import type { Citizen } from '../../register/register/index.ts'

type FaceDecision = PerformedAs<FaceRecognition>

type FaceQuestion = {
  /** The fields of every response to this call. */
  common: Pick<FaceDecision['fields'], 'mode' | 'threshold' | 'liveness' | 'identifier' | 'reason'>
  threshold: number
  scopes: readonly Scope[]
  nowMs: number
}

/** Four digits, rounded down, so that a result never reaches a threshold that its similarity does not. */
export const roundedSimilarity = (similarity: number): number => Math.floor(similarity * 1e4) / 1e4

/**
 * 1:1 (spec/face#face-outcomes): `similarity` is that of the best enrolled photograph. Null if the claimed identity
 * has no certified account or no enrolled face.
 */
export const decideVerification = (
  citizen: Citizen | null,
  similarity: number | null,
  asked: FaceQuestion,
): FaceDecision => {
  const { person } = resolveIdentity(citizen, [], asked.nowMs)
  const compared = person && similarity !== null ? roundedSimilarity(similarity) : null
  if (person && compared !== null && compared >= asked.threshold) return match(person, compared, asked)
  return { ...noMatch(compared, asked), svcId: citizen?.svc_id ?? null }
}

/**
 * 1:N: the person that the search identified, or no one. Without a match nothing is disclosed, not even a near
 * candidate (rule 2 of the same section).
 */
export const decideIdentification = (
  found: { citizen: Citizen; similarity: number } | null,
  asked: FaceQuestion,
): FaceDecision =>
  found ? match(found.citizen, roundedSimilarity(found.similarity), asked) : noMatch(null, asked)

const match = (
  person: Citizen,
  similarity: number,
  { common, scopes, nowMs }: FaceQuestion,
): FaceDecision => {
  const { blocks, scopesApplied, scopesWithheld, svcId } = resolveIdentity(person, scopes, nowMs)
  return {
    outcome: 'match',
    fields: { ...ordered(common, similarity), ...blocks },
    scopesApplied,
    scopesWithheld,
    svcId,
  }
}

const noMatch = (similarity: number | null, { common }: FaceQuestion): FaceDecision => ({
  outcome: 'no_match',
  fields: ordered(common, similarity),
})

const ordered = ({ mode, ...others }: FaceQuestion['common'], similarity: number | null) => ({
  mode,
  similarity,
  ...others,
})
