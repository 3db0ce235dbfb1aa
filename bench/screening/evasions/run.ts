import type { EntryMatch, IndexedEntry, Screen, ScreenedSubject } from '@nani/engines/screening/index.ts'
import { faultOfName } from '@nani/server/services/aml/index.ts'
import { bareWords, bearersOf, screenOf, subjectOf } from '../accuracy.ts'
import { atMost, type Figure, figure, percent, share } from '../figures.ts'
import {
  indexed,
  readCleanNames,
  readOfac,
  readOpenSanctions,
  readOtherLists,
  readUn,
} from '../list-files.ts'
import { pick, type Random, randomFrom } from '../perturb.ts'
import { addedWords, capacityTricks } from './added-words.ts'
import { companies } from './companies.ts'
import { contradictions, factTricks } from './contradictions.ts'
import { damage } from './damage.ts'
import { lookAlikes } from './look-alikes.ts'
import { mixtures } from './mixtures.ts'
import { moreAddedWords } from './more-added-words.ts'
import { nicknames } from './nicknames.ts'
import { otherAlphabets } from './other-alphabets.ts'
import { otherKeyboards } from './other-keyboards.ts'
import { type CleanRow, cleanRows, poolsOf } from './precision.ts'
import { runReadings } from './readings.ts'
import { rearranged } from './rearranged.ts'
import { relations } from './relations.ts'
import { transcriptions } from './transcriptions.ts'
import { type Pools, type Trick, wordsOf } from './trick.ts'

const threshold = 0.8
const options = { audience: 'everyone' as const, threshold, limit: 1_000 }
const tricks: readonly Trick[] = [
  ...addedWords,
  ...capacityTricks,
  ...lookAlikes,
  ...damage,
  ...mixtures,
  ...moreAddedWords,
  ...relations,
  ...otherAlphabets,
  ...otherKeyboards,
  ...rearranged,
  ...transcriptions,
  ...nicknames,
  ...companies,
]

export type EvasionSize = {
  /** Names of each list for each trick, and for each count of added words. */
  names: number
  clean: number
  /** Only tricks whose family or name contains this text. */
  only: string
  showsMisses: boolean
}

type ListedName = { name: string; entryId: number }

/** The share of listed people who are not found and not refused under each trick, and hits of unlisted people. */
export const runEvasions = async (data: string, seed: number, size: EvasionSize): Promise<Figure[]> => {
  const lists = await readLists(data)
  const search = new ListSearch(lists)
  const people = readCleanNames(data)
  const pools = poolsOf(people.slice(0, people.length / 2))
  console.log(
    `\nEvasion, ${lists.map(({ list, entries: of }) => `${list} (${of.length})`).join(', ')}, seed ${seed}: ` +
      `${size.names} names of each list, ${size.clean} clean names`,
  )
  const isWanted = (name: string) => size.only.split('|').some((part) => name.includes(part))
  const figures = tricks
    .map((trick, at) => ({ trick, random: randomFrom(seed * 1_000 + at) }))
    .filter(({ trick }) => isWanted(`${trick.family}: ${trick.name}`))
    .flatMap(({ trick, random }) => {
      const rows = (trick.counts ?? [0]).map((count) => {
        const tried = lists.flatMap((list) => draw(trick, { list, random, pools, count, wanted: size.names }))
        const evaded = tried.filter(
          ({ written, listed }) =>
            faultOfName(written) === null && !search.isFound(written, listed, trick.ofCompanies),
        )
        if (size.showsMisses)
          for (const { written, listed } of evaded.slice(0, 6)) console.log(`    ${listed.name} | ${written}`)
        return { count, evaded: evaded.length, tried: tried.length }
      })
      return report(trick, rows)
    })
  const random = randomFrom(seed + 7)
  const everyone = lists.flatMap((list) => list.entries)
  for (const trick of factTricks) {
    if (!isWanted(`facts: ${trick.name}`)) continue
    const tried = contradictions(everyone, { random: randomFrom(seed + 9), count: size.names * 4, trick })
    const evaded = tried.filter(
      ({ subject, entryId }) => !search.hitsOf(subject).some((hit) => hit.entryId === entryId),
    )
    if (size.showsMisses)
      for (const { subject } of evaded.slice(0, 6))
        console.log(`    ${subject.names[0]} ${subject.birthDate}`)
    const value = share(evaded.length, tried.length)
    figures.push(
      figure(
        `facts: ${trick.name} (${tried.length})`,
        percent(value),
        trick.most === null ? undefined : atMost(value, trick.most),
      ),
    )
  }
  figures.push(...(await runReadings(data, size.only, size.showsMisses)))
  const clean = cleanRows(people.slice(people.length / 2), { random, pools, size: size.clean })
  return [
    ...figures,
    ...clean
      .filter(({ name }) => isWanted(`clean: ${name}`))
      .map((row) => reportClean(row, search, size.showsMisses)),
  ]
}

type Drawing = { list: NamedList; random: Random; pools: Pools; count: number; wanted: number }
type Drawn = { written: string; listed: ListedName }

const draw = (trick: Trick, { list, random, pools, count, wanted }: Drawing): Drawn[] => {
  const named = trick.ofCompanies ? list.companies : list.named
  const from = trick.ofTwoWords ? named.filter(({ name }) => wordsOf(name).length === 2) : named
  if (from.length === 0) return []
  const drawn: Drawn[] = []
  // A trick that changes few names is measured on fewer of them.
  for (let turn = 0; turn < wanted * 20 && drawn.length < wanted; turn++) {
    const listed = pick(random, from)
    const written = trick.write(listed.name, random, pools, count)
    if (written !== null) drawn.push({ written, listed })
  }
  return drawn
}

/** All lists in one index. */
class ListSearch {
  readonly #screen: Screen
  readonly #bearers: Map<string, number[]>

  constructor(lists: readonly NamedList[]) {
    const entries = lists.flatMap((list) => list.entries)
    this.#screen = screenOf(entries)
    this.#bearers = bearersOf(entries)
  }

  /** Whether a search finds the own entry, or another one with exactly this name. */
  isFound(written: string, listed: ListedName, isCompany?: true): boolean {
    const right = new Set([listed.entryId, ...(this.#bearers.get(bareWords(listed.name)) ?? [])])
    return this.hitsOf(subjectOf(written, isCompany ? 'business' : 'individual')).some(({ entryId }) =>
      right.has(entryId),
    )
  }

  hitsOf(subject: ScreenedSubject): EntryMatch[] {
    return this.#screen.entriesOf(subject, options)
  }
}

const reportClean = ({ name, most, subjects }: CleanRow, search: ListSearch, showsHits: boolean): Figure => {
  const hits = subjects.flatMap((subject) =>
    search
      .hitsOf(subject)
      .slice(0, 1)
      .map((hit) => ({ subject, hit })),
  )
  if (showsHits)
    for (const { subject, hit } of hits.slice(0, 6))
      console.log(`    ${subject.names[0]} | ${hit.matchedName}`)
  const value = share(hits.length, subjects.length)
  return figure(
    `clean names, ${name} (${subjects.length})`,
    `${(100 * value).toFixed(2)} %`,
    most === null ? undefined : atMost(value, most),
  )
}

const report = (
  { family, name, most }: Trick,
  rows: readonly { count: number; evaded: number; tried: number }[],
): Figure[] => {
  const tried = rows.reduce((sum, row) => sum + row.tried, 0)
  if (tried === 0) return []
  const worst = Math.max(...rows.map((row) => share(row.evaded, row.tried)))
  const shares = rows.map((row) => (100 * share(row.evaded, row.tried)).toFixed(0)).join(' ')
  const value = rows.length === 1 ? percent(worst) : `worst ${percent(worst)}; by count ${shares}`
  return [figure(`${family}: ${name} (${tried})`, value, most === null ? undefined : atMost(worst, most))]
}

type NamedList = { list: string; entries: IndexedEntry[]; named: ListedName[]; companies: ListedName[] }

const latin = /^[A-Za-zÀ-ž .,'’-]+$/
const latinOfCompany = /^[A-Za-zÀ-ž0-9 .,&'’()/-]+$/

/** Every list of the benchmark data in one index, and the names of people on it in Latin letters. */
const readLists = async (data: string): Promise<NamedList[]> => {
  const read = [
    ['OFAC 2021', await readOfac(data, 2021)],
    ['UN 2025', await readUn(data, '2025-11-20')],
    ['OpenSanctions', await readOpenSanctions(data)],
    ['OFAC non-SDN, EU, UK', await readOtherLists(data)],
  ] as const
  let nextId = 0
  return read.map(([list, from]) => {
    const entries = [...from.values()].map((entry) => indexed(nextId++, entry))
    const namesOf = (wanted: IndexedEntry['kind'], isWanted: (name: string) => boolean) =>
      entries.flatMap(({ entryId, kind, names }) =>
        kind !== wanted
          ? []
          : names
              .filter(
                (one) => one.kind !== 'weak_alias' && isWanted(one.name) && wordsOf(one.name).length >= 2,
              )
              .map(({ name }) => ({ name, entryId })),
      )
    const named = namesOf('individual', (name) => latin.test(name))
    const companies = namesOf('business', (name) => latinOfCompany.test(name))
    return { list, entries, named, companies }
  })
}
