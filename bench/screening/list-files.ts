import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listOf, parseFiles } from '@nani/engines/list-formats/index.ts'
import type { IndexedEntry } from '@nani/engines/screening/index.ts'
import {
  fileSource,
  type ListEntry,
  parseOfacCsv,
  parseOpenSanctionsCsv,
  parseUnXml,
} from '@nani/server/risk/lists/index.ts'
import { parse } from 'csv-parse/sync'

/** Entries of a real list by their reference, in the order of the file. */
type Entries = Map<string, ListEntry>

const collect = async (parsed: { entries: AsyncIterable<{ entry: ListEntry }> }): Promise<Entries> => {
  const entries: Entries = new Map()
  for await (const { entry } of parsed.entries) entries.set(entry.reference, entry)
  return entries
}

export const readOfac = (data: string, year: 2019 | 2021): Promise<Entries> =>
  collect(
    parseOfacCsv(
      ['sdn.csv', 'alt.csv', 'add.csv'].map((file) => fileSource(join(data, `screening/ofac-${year}`, file))),
    ),
  )

export const readUn = (data: string, date: string): Promise<Entries> =>
  collect(parseUnXml(fileSource(join(data, `screening/un-${date}.xml`))))

export const readOpenSanctions = (data: string): Promise<Entries> =>
  collect(
    parseOpenSanctionsCsv(fileSource(join(data, 'screening/opensanctions/targets.simple.csv')), 'watchlists'),
  )

/** OFAC's other list, and the samples of the lists of the European Union and the United Kingdom. */
export const readOtherLists = async (data: string): Promise<Entries> => {
  const file = (name: string) => [fileSource(join(data, 'screening', name))]
  const read = await Promise.all([
    collect(parseFiles('ofac_xml', file('ofac-nonsdn-consolidated.xml'), listOf('us_non_sdn'))),
    collect(parseFiles('eu_xml', file('eu-fsf-sample.xml'), listOf('eu'))),
    collect(parseFiles('uk_xml', file('uk-sanctions-sample.xml'), listOf('uk'))),
  ])
  return new Map(read.flatMap((entries) => [...entries]))
}

/** People on no list. */
export type CleanPerson = {
  name: string
  birthDate: string
  gender: 'male' | 'female'
  /** The name of the country. */
  country: string
}

export const readCleanNames = (data: string): CleanPerson[] => {
  const rows: Record<string, string>[] = parse(readFileSync(join(data, 'screening/clean-names.csv')), {
    columns: true,
    bom: true,
  })
  return rows.map((row) => ({
    name: row.full_name!,
    birthDate: row.date_of_birth!,
    gender: row.gender === 'female' ? 'female' : 'male',
    country: row.nationality!,
  }))
}

export const indexed = (entryId: number, entry: ListEntry, names = entry.names): IndexedEntry => {
  const { kind, birthDates, genders, nationalities, identifiers } = entry
  return { entryId, list: 0, kind, names, birthDates, genders, nationalities, identifiers }
}
