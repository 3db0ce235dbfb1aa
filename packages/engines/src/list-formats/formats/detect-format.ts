import { Refusal } from '@nani/foundation/core/index.ts'
import type { ListDefinition } from '../catalogue.ts'
import type { FormatName, SourceFile } from './format.ts'

const startBytes = 8_192

/** How a file of each format begins. */
const beginnings: readonly (readonly [format: FormatName, form: RegExp])[] = [
  ['un_xml', /<CONSOLIDATED_LIST[\s>]/],
  ['ofac_xml', /<sdnList[\s>]/],
  ['ofac_enhanced_xml', /<sanctionsData[\s>]/],
  ['eu_xml', /<(?:\w+:)?export[\s>][^>]*fsd\/export|<(?:\w+:)?export[\s>]/],
  ['uk_xml', /<Designations[\s>]/],
  ['ftm_delta', /^\s*\{\s*"op"\s*:/],
  ['ftm', /^\s*\{\s*"id"\s*:.*"schema"\s*:/s],
  ['fatf_json', /^\s*\{[\s\S]*"(?:call_for_action|increased_monitoring)"/],
  ['opensanctions_csv', /^"?id"?,"?schema"?,"?name"?,/],
  ['fatf_csv', /^"?country"?,"?level"?/],
  ['media_csv', /^(?=[^\n]*"?reference"?)(?=[^\n]*\burl\b)/],
  ['entries_csv', /^(?=[^\n]*"?reference"?)(?=[^\n]*\bkind\b)/],
  ['ofac_csv', /^\s*\d+\s*,/],
]

const startOf = async (file: SourceFile): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file.open()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= startBytes) break
  }
  const start = Buffer.concat(chunks).subarray(0, startBytes)
  const encoding = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(start)
}

/** The format of the files of one version. Throws a `Refusal` if it is unknown or not a format of this list. */
export const detectFormat = async (
  list: ListDefinition,
  files: readonly SourceFile[],
): Promise<FormatName> => {
  const forms = new Set<FormatName>()
  for (const file of files) {
    const start = await startOf(file)
    const found = beginnings.find(([, form]) => form.test(start))
    // A delta without changes is an empty file.
    if (!found && start.trim() === '' && list.formats.includes('ftm_delta')) continue
    if (!found) throw new Refusal('list_unknown_format', `${file.name} has an unknown format.`)
    forms.add(found[0])
  }
  const [format] = forms
  if (!format || forms.size > 1)
    throw new Refusal(
      'list_unknown_format',
      `The files have different formats: ${[...forms].join(', ') || 'none'}.`,
    )
  return acceptedFormat(list, format)
}

/** Returns the format if the list accepts it. */
export const acceptedFormat = (list: ListDefinition, format: FormatName): FormatName => {
  if (list.formats.includes(format)) return format
  throw new Refusal(
    'list_unknown_format',
    `The file has the format ${format}. The list ${list.id} accepts ${list.formats.join(' or ')}.`,
  )
}
