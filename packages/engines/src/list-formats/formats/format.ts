import type { ListEntry } from '../entry.ts'

export type FormatName =
  | 'un_xml'
  | 'ofac_csv'
  | 'ofac_xml'
  | 'ofac_enhanced_xml'
  | 'eu_xml'
  | 'uk_xml'
  | 'opensanctions_csv'
  | 'ftm'
  | 'ftm_delta'
  | 'entries_csv'
  | 'media_csv'
  | 'fatf_json'
  | 'fatf_csv'

/** One file of a version: its name, and its bytes, which can be read several times. */
export type SourceFile = { name: string; open(): AsyncIterable<Buffer> }

/** The date that a file states. It is known when the last entry has been read, at the latest. */
export type SourceFacts = { sourceDate: string | null }

/** Entries of a file, one after another. Throws a `Refusal` if the file is invalid or incomplete. */
/** An entry, and its complete source text, from which the content hash is computed. */
export type ParsedEntry = { entry: ListEntry; basis: string }

export type ParsedList = { entries: AsyncIterable<ParsedEntry>; facts: SourceFacts }
