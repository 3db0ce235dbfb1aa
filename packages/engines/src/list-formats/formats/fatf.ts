import { Refusal } from '@nani/foundation/core/index.ts'
import type { JurisdictionFacts, ListEntry } from '../entry.ts'
import { readDay } from '../parts/birth-date.ts'
import { addName, addNationality, emptyEntry, finishEntry } from '../parts/build-entry.ts'
import { countryCode } from '../parts/country-code.ts'
import { countryName } from '../parts/country-name.ts'
import { decodeText } from './decode-text.ts'
import type { ParsedEntry, ParsedList, SourceFile } from './format.ts'
import { readCsvRecords } from './read-csv-rows.ts'

const measures = ['countermeasures', 'enhanced_due_diligence'] as const
const maxCharacters = 1024 * 1024
/** A word this short is a code or an abbreviation, not a name to display. */
const maxLettersOfCode = 3

type ListedCountry = { country: string; level: JurisdictionFacts['level']; measure: string | null }

const entryOf = (file: SourceFile, { country, level, measure }: ListedCountry): ParsedEntry => {
  const code = countryCode(country)
  if (!code) throw new Refusal('list_unreadable', `${file.name}: "${country.slice(0, 60)}" is not a country.`)
  const entry: ListEntry = emptyEntry(code, 'other')
  addName(entry, country.length <= maxLettersOfCode ? countryName(code) : country, 'primary')
  addNationality(entry, code)
  entry.jurisdiction = { country: code, level, measure: measures.find((known) => known === measure) ?? null }
  return { entry: finishEntry(entry), basis: '' }
}

/**
 * The two lists of a FATF plenary as JSON: `{"published_on", "call_for_action": [{"country" or "iso2", "measure" or
 * "level"}], "increased_monitoring": ["AO", …]}`.
 */
export const parseFatfJson = (file: SourceFile): ParsedList => {
  const facts: ParsedList['facts'] = { sourceDate: null }
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    let text = ''
    for await (const part of decodeText(file)) {
      text += part
      if (text.length > maxCharacters) throw new Refusal('list_too_large', `${file.name} is too large.`)
    }
    const document = parse(file, text)
    facts.sourceDate = publishedOn(file, document)
    for (const listed of listedIn(file, document)) yield entryOf(file, listed)
  }
  return { entries: entries(), facts }
}

const parse = (file: SourceFile, text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw new Refusal('list_unreadable', `${file.name} is not a JSON object.`)
}

/** The field of this name, or the day that the source states in words. */
const publishedOn = (file: SourceFile, { published_on, source }: Record<string, unknown>): string | null => {
  if (published_on !== undefined && published_on !== null) {
    const day = typeof published_on === 'string' ? readDay(published_on) : null
    if (day) return day
    const written = JSON.stringify(published_on).slice(0, 40)
    throw new Refusal('list_unreadable', `${file.name}: published_on cannot be ${written}. Write YYYY-MM-DD.`)
  }
  const written = /\b(\d{1,2} [A-Z][a-z]+ \d{4})\b/.exec(typeof source === 'string' ? source : '')?.[1]
  return readDay(written)
}

const listedIn = (file: SourceFile, document: Record<string, unknown>): ListedCountry[] => {
  const lists = [document.call_for_action, document.increased_monitoring]
  if (!lists.every(Array.isArray))
    throw new Refusal('list_unreadable', `${file.name} has no call_for_action and increased_monitoring.`)
  const read = (item: unknown, level: ListedCountry['level']): ListedCountry => {
    const facts = (typeof item === 'string' ? { country: item } : (item ?? {})) as Record<string, unknown>
    const measure = facts.measure ?? facts.level
    return {
      country: String(facts.country ?? facts.iso2 ?? facts.iso3 ?? ''),
      level,
      measure: typeof measure === 'string' ? measure : null,
    }
  }
  const [action, monitoring] = lists as [unknown[], unknown[]]
  return [
    ...action.map((item) => read(item, 'high_risk')),
    ...monitoring.map((item) => read(item, 'monitored')),
  ]
}

/** The same as CSV: `country,level,measure`, with `high_risk` or `monitored`. */
export const parseFatfCsv = (file: SourceFile): ParsedList => {
  const entries = async function* (): AsyncGenerator<ParsedEntry> {
    const shape = { required: ['country', 'level'], known: ['country', 'level', 'measure'] }
    for await (const { line, at } of readCsvRecords(file, shape)) {
      const level = at('level')
      if (level !== 'high_risk' && level !== 'monitored')
        throw new Refusal(
          'list_unreadable',
          `${file.name}, line ${line}: level cannot be "${level.slice(0, 40)}".`,
        )
      yield entryOf(file, { country: at('country'), level, measure: at('measure') })
    }
  }
  return { entries: entries(), facts: { sourceDate: null } }
}
