import { Refusal } from '@nani/foundation/core/index.ts'
import type { ListDefinition } from '../catalogue.ts'
import { parseEntriesCsv } from './entries-csv.ts'
import { parseEuXml } from './eu-xml.ts'
import { parseFatfCsv, parseFatfJson } from './fatf.ts'
import type { FormatName, ParsedList, SourceFile } from './format.ts'
import { parseMediaCsv } from './media-csv.ts'
import { parseOfacCsv } from './ofac-csv.ts'
import { parseOfacEnhancedXml } from './ofac-enhanced-xml.ts'
import { parseOfacXml } from './ofac-xml.ts'
import { parseOpenSanctionsCsv } from './opensanctions-csv.ts'
import { parseUkXml } from './uk-xml.ts'
import { parseUnXml } from './un-xml.ts'

export type PlainFormat = Exclude<FormatName, 'ftm' | 'ftm_delta' | 'ofac_csv'>

const parsers: Readonly<Record<PlainFormat, (file: SourceFile, list: ListDefinition) => ParsedList>> = {
  un_xml: parseUnXml,
  ofac_xml: parseOfacXml,
  ofac_enhanced_xml: parseOfacEnhancedXml,
  eu_xml: parseEuXml,
  uk_xml: parseUkXml,
  opensanctions_csv: (file, { category }) => parseOpenSanctionsCsv(file, category),
  entries_csv: (file, { category }) => parseEntriesCsv(file, category),
  media_csv: parseMediaCsv,
  fatf_json: parseFatfJson,
  fatf_csv: parseFatfCsv,
}

/** The entries of the files of one version, if its format has one record for each entry. */
export const parseFiles = (
  format: PlainFormat | 'ofac_csv',
  files: readonly SourceFile[],
  list: ListDefinition,
): ParsedList => {
  if (format === 'ofac_csv') return parseOfacCsv(files)
  const [file, second] = files
  if (!file || second)
    throw new Refusal('list_unknown_format', `A list in the format ${format} must be one file.`)
  return parsers[format](file, list)
}
