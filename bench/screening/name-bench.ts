// The pairs of the open-source benchmark of personal names (name_bench), which have no more than two names.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareEntry, prepareSubject, scoreEntry } from '@nani/engines/screening/index.ts'
import { subjectOf } from './accuracy.ts'
import type { Judged } from './fit-boundary.ts'
import { personOf } from './population.ts'

type Case = { source: string; a: string; b: string; expected: string }

const scoreOf = (name: string, listed: string): number =>
  scoreEntry(prepareSubject(subjectOf(name, 'individual')), prepareEntry(personOf(0, listed)))?.matchScore ??
  0

/** The judged pairs, and the number of them whose score differs when both names are exchanged. Empty without the data. */
export const judgeNameBench = (dataFolder: string): { judged: Judged[]; exchanged: number } => {
  const file = join(dataFolder, 'names/person-names.json')
  if (!existsSync(file)) return { judged: [], exchanged: 0 }
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }
  const pairs = cases.filter(({ source }) => source === 'name_bench')
  return {
    judged: pairs.map(({ a, b, expected }) => ({ isMatch: expected === 'same', score: scoreOf(a, b) })),
    exchanged: pairs.filter(({ a, b }) => scoreOf(a, b) !== scoreOf(b, a)).length,
  }
}
