import type { Citizen, CitizenDocument } from '../../register/index.ts'
import type { Draws } from '../draws.ts'
import { dayMs, isoDate, referenceMs } from './dates.ts'
import type { NumberSeries } from './numbers.ts'
import { documentImages } from './shared-files.ts'

type Kind = {
  type: CitizenDocument['type']
  issuer: string
  /** Validity in years. Null: it does not expire. */
  years: number | null
  fromAge: number
  /** Share of people of sufficient age who have one. */
  share: number
}

const kinds: readonly Kind[] = [
  {
    type: 'ceni',
    issuer: 'Commission électorale nationale indépendante',
    years: null,
    fromAge: 18,
    share: 0.8,
  },
  {
    type: 'national_id',
    issuer: 'Office national d’identification de la population',
    years: 15,
    fromAge: 10,
    share: 0.25,
  },
  {
    type: 'driving_licence',
    issuer: 'Commission nationale de délivrance des permis de conduire',
    years: 10,
    fromAge: 19,
    share: 0.12,
  },
  { type: 'passport', issuer: 'Ministère des Affaires étrangères', years: 5, fromAge: 0, share: 0.08 },
]

export type Holder = {
  numbers: NumberSeries
  /** The number of the citizen in each series. */
  index: number
  bornMs: number
  ageYears: number
}

/** The documents of a citizen of this age. The first one is primary. */
export const citizenDocuments = (
  draws: Draws,
  { numbers, index, bornMs, ageYears }: Holder,
): Citizen['documents'] => {
  const documents: Citizen['documents'] = []
  for (const { type, issuer, years, fromAge, share } of kinds) {
    if (ageYears <= fromAge || !draws.chance(share)) continue
    // At most twelve years ago, and not before the person reached the required age.
    const span = Math.min(12, ageYears - fromAge)
    const issuedMs = Math.max(bornMs, referenceMs - Math.ceil(draws.fraction() * span * 365) * dayMs)
    const expiresMs = years === null ? null : issuedMs + years * 365 * dayMs
    documents.push({
      type,
      number: numbers[type](index),
      issued_at: isoDate(issuedMs),
      expires_at: expiresMs === null ? null : isoDate(expiresMs),
      issuing_authority: issuer,
      status: expiresMs !== null && expiresMs < referenceMs ? 'expired' : 'valid',
      is_primary: documents.length === 0,
      image: draws.chance(0.9) ? draws.pick(documentImages[type]) : null,
    })
  }
  return documents
}
