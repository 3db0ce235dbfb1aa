import { Refusal } from '@nani/foundation/core/index.ts'
import { SaxesParser } from 'saxes'
import type { ListEntry } from '../entry.ts'
import { decodeText } from './decode-text.ts'
import type { ParsedEntry, SourceFile } from './format.ts'

/** An element with its content. Names and attributes have no prefix. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** The text of the element, without that of its children. */
  text: string
}

export type XmlForm = {
  root: string
  /** Elements that are returned whole, one after another. All others are skipped. */
  records: ReadonlySet<string>
  onRoot?(attributes: Readonly<Record<string, string>>): void
}

const maxRecordCharacters = 4 * 1024 * 1024
const maxRecordElements = 100_000
const maxDepth = 64

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Builds the records from the events of the parser, with a bounded size and depth. */
const createCollector = (file: SourceFile, form: XmlForm, onRecord: (element: XmlElement) => void) => {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let depth = 0
  let characters = 0
  let elements = 0

  const refuse = (message: string): never => {
    throw new Refusal('list_unreadable', `${file.name}, line ${parser.line}: ${message}`)
  }
  const bound = () => {
    if (characters > maxRecordCharacters || elements > maxRecordElements)
      throw new Refusal('list_too_large', `${file.name}, line ${parser.line}: an entry is too large.`)
  }
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')))
  // No document type is needed, and entities are a known attack on XML parsers.
  parser.on('doctype', () => refuse('it has a document type, which is not allowed.'))
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    const own: Record<string, string> = {}
    for (const [key, value] of Object.entries(attributes)) own[localName(key)] = value
    if (depth === 0 && local !== form.root) refuse(`it begins with <${local}>, not with <${form.root}>.`)
    if (depth === 0) form.onRoot?.(own)
    depth++
    if (depth > maxDepth) refuse('its elements are nested too deeply.')
    if (open.length === 0 && !form.records.has(local)) return
    if (open.length === 0) {
      characters = 0
      elements = 0
    }
    elements++
    bound()
    const element: XmlElement = { name: local, attributes: own, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const onText = (text: string) => {
    const element = open.at(-1)
    if (!element) return
    characters += text.length
    bound()
    element.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    depth--
    const closed = open.pop()
    if (closed && open.length === 0) onRecord(closed)
  })
  return parser
}

/**
 * The records of an XML file as a stream, in bounded memory.
 * Throws a `Refusal` if the file is not well-formed, incomplete, or another document.
 */
export const readXml = async function* (file: SourceFile, form: XmlForm): AsyncGenerator<XmlElement> {
  let ready: XmlElement[] = []
  const parser = createCollector(file, form, (element) => ready.push(element))
  for await (const text of decodeText(file)) {
    parser.write(text)
    if (ready.length === 0) continue
    const records = ready
    ready = []
    yield* records
  }
  parser.close()
  yield* ready
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The items of a list element: `<akaList><aka/><aka/></akaList>`. */
export const itemsOf = (record: XmlElement, list: string, item: string): XmlElement[] =>
  childrenOf(childOf(record, list), item)

/** The text of the first child with this name. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  childOf(element, name)?.text.trim() ?? ''

/** All elements with this name, at any depth. */
export const within = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.flatMap((child) => [...(child.name === name ? [child] : []), ...within(child, name)]) ??
  []

/** The whole content of an element, independent of its layout. It changes if any part changes. */
export const writtenIn = ({ name, attributes, children, text }: XmlElement): string =>
  JSON.stringify([
    name,
    Object.entries(attributes),
    text.replace(/\s+/g, ' ').trim(),
    children.map(writtenIn),
  ])

/** The entries of a file. A record that is not an entry, such as the date of publication, returns null. */
export const xmlEntries = async function* (
  file: SourceFile,
  form: XmlForm,
  entryOf: (record: XmlElement) => ListEntry | null,
): AsyncGenerator<ParsedEntry> {
  for await (const record of readXml(file, form)) {
    const entry = entryOf(record)
    if (entry) yield { entry, basis: writtenIn(record) }
  }
}
