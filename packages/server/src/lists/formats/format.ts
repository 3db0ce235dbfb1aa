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

/** One file of a version: its name, and its bytes, which may be read once or several times. */
export type SourceFile = { name: string; open(): AsyncIterable<Buffer> }

/** What a file says of itself, known at the latest when its last entry has been read. */
export type SourceFacts = { sourceDate: string | null }

/** Entries of a file, one after the other; throws ListRefused when it is broken or cut short. */
/** An entry, and all that its source says of it: what a content hash is made of. */
export type ParsedEntry = { entry: ListEntry; basis: string }

export type ParsedList = { entries: AsyncIterable<ParsedEntry>; facts: SourceFacts }
