// The labelled pairs of name-pairs.json in the form that screening compares.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IndexedEntry, ScreenedSubject } from '@nani/engines/screening/index.ts'
import { prepareName, rawNameScore } from '@nani/engines/screening/index.ts'
import type { BirthDate, EntryKind } from '@nani/server/risk/lists/index.ts'

type Party = {
  name?: string
  firstName?: string
  middleName?: string
  lastName?: string
  birthDate?: string
  nationality?: string
}

type Case = {
  id: string
  kind: 'label' | 'reference_score' | 'ranking'
  schema: string
  group: string
  query: Party
  candidate: Party
  match: boolean | null
  score_range?: [number, number]
  better?: Party
  worse?: Party
  baseline?: { 'logic-v2': number | null }
}

export type LabelledPair = {
  id: string
  schema: string
  group: string
  isMatch: boolean
  subject: ScreenedSubject
  entry: IndexedEntry
  /** The score of the names alone, before calibration. */
  raw: number
  /** The published score of logic-v2, if any. */
  baseline: number | null
  /** Pairs that share a name are in one fold, so that no name is both in the fit and in the evaluation. */
  fold: number
}

export type ReferencePair = { raw: number; reference: number }
/** `better` must have a higher score than `worse`. */
export type RankingCase = { id: string; better: number; worse: number }

export const foldCount = 5

export const readPairs = (
  file: string,
): {
  labelled: LabelledPair[]
  reference: ReferencePair[]
  ranking: RankingCase[]
} => {
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }
  const labelled = cases.filter((one) => one.kind === 'label')
  const folds = foldsOf(labelled)
  return {
    labelled: labelled.map((one, index) => labelledPair(one, folds[index]!)),
    reference: cases
      .filter((one) => one.kind === 'reference_score' && one.score_range !== undefined)
      .map((one) => ({
        raw: rawOf(one.query, one.candidate, one.schema),
        reference: (one.score_range![0] + one.score_range![1]) / 2,
      })),
    ranking: cases.filter((one) => one.kind === 'ranking').flatMap(rankingCase),
  }
}

const labelledPair = (one: Case, fold: number): LabelledPair => ({
  id: one.id,
  schema: one.schema,
  group: one.group,
  isMatch: one.match === true,
  subject: subjectOf(one.query, one.schema),
  entry: entryOf(one.candidate, one.schema),
  raw: rawOf(one.query, one.candidate, one.schema),
  baseline: one.baseline?.['logic-v2'] ?? null,
  fold,
})

const rankingCase = (one: Case): RankingCase[] => {
  if (one.better === undefined || one.worse === undefined) return []
  const against = one.candidate ?? one.query
  return [
    {
      id: one.id,
      better: rawOf(one.better, against, one.schema),
      worse: rawOf(one.worse, against, one.schema),
    },
  ]
}

const nameOf = (party: Party): string =>
  party.name ?? [party.firstName, party.middleName, party.lastName].filter(Boolean).join(' ')

const rawOf = (query: Party, candidate: Party, schema: string): number => {
  const kind = kindOf(schema)
  return rawNameScore(prepareName(nameOf(query), subjectKindOf(schema)), prepareName(nameOf(candidate), kind))
    .raw
}

const kindOf = (schema: string): EntryKind => {
  if (schema === 'Person') return 'individual'
  if (schema === 'Vessel') return 'other'
  return schema === 'LegalEntity' ? 'unknown' : 'business'
}

const subjectKindOf = (schema: string): ScreenedSubject['kind'] =>
  schema === 'Person' ? 'individual' : 'business'

const subjectOf = (party: Party, schema: string): ScreenedSubject => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(party.birthDate ?? '')
  return {
    kind: subjectKindOf(schema),
    names: [nameOf(party)],
    birthDate: isDay ? party.birthDate! : null,
    gender: null,
    nationalities: party.nationality === undefined ? [] : [party.nationality],
    identifiers: [],
  }
}

const entryOf = (party: Party, schema: string): IndexedEntry => ({
  entryId: 0,
  list: 0,
  kind: kindOf(schema),
  names: [{ name: nameOf(party), kind: 'primary', script: 'Latn' }],
  birthDates: party.birthDate === undefined ? [] : rangeOf(party.birthDate),
  genders: [],
  nationalities: party.nationality === undefined ? [] : [party.nationality],
  identifiers: [],
})

const rangeOf = (date: string): BirthDate[] => {
  if (/^\d{4}$/.test(date)) return [{ from: `${date}-01-01`, to: `${date}-12-31`, circa: false }]
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? [{ from: date, to: date, circa: false }] : []
}

/** Assigns every case to the fold of its connected component. Cases are connected by a common name. */
const foldsOf = (cases: readonly Case[]): number[] => {
  const parent = cases.map((_, index) => index)
  const rootOf = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at]!
    return at
  }
  const seen = new Map<string, number>()
  for (const [index, one] of cases.entries()) {
    for (const party of [one.query, one.candidate]) {
      const key = nameOf(party).toLowerCase()
      const before = seen.get(key)
      if (before === undefined) seen.set(key, index)
      else parent[rootOf(index)] = rootOf(before)
    }
  }
  return cases.map((_, index) => {
    const { id } = cases[rootOf(index)]!
    return createHash('sha256').update(id).digest()[0]! % foldCount
  })
}
