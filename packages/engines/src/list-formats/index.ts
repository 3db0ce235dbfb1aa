export {
  type Audience,
  audiencesOf,
  findList,
  type ListCategory,
  type ListDefinition,
  type ListId,
  listOf,
  lists,
} from './catalogue.ts'
export type {
  BirthDate,
  EntryIdentifier,
  EntryKind,
  EntryName,
  ListEntry,
  PepFacts,
  PepPosition,
} from './entry.ts'
export { acceptedFormat, detectFormat } from './formats/detect-format.ts'
export type { FormatName, ParsedEntry, SourceFacts, SourceFile } from './formats/format.ts'
export {
  endsOf,
  type FtmEntity,
  type FtmOperation,
  readFtmDelta,
  readFtmEntities,
} from './formats/ftm-entity.ts'
export { type FtmLink, ftmEntry, ftmKinds } from './formats/ftm-entry.ts'
export { parseOfacCsv } from './formats/ofac-csv.ts'
export { parseOpenSanctionsCsv } from './formats/opensanctions-csv.ts'
export { parseFiles } from './formats/parse-files.ts'
export { parseUnXml } from './formats/un-xml.ts'
export { isListRefusal } from './list-refusal.ts'
export { readDay } from './parts/birth-date.ts'
export { countryCode } from './parts/country-code.ts'
