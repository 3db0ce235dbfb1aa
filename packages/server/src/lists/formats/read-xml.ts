import { SaxesParser } from 'saxes'
import { ListRefused } from '../list-refused.ts'
import { decodeText } from './decode-text.ts'
import type { SourceFile } from './format.ts'

/** An element with what is in it. Names are local names; attributes keep no prefix either. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** Its own text, without that of its children. */
  text: string
}

export type XmlForm = {
  root: string
  /** Elements that are handed out whole, one after the other. Everything else is passed over. */
  records: ReadonlySet<string>
  onRoot?(attributes: Readonly<Record<string, string>>): void
}

const mostRecordCharacters = 4 * 1024 * 1024
const mostRecordElements = 100_000
const mostDepth = 64

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Builds the records out of the parser's events; bounded in size and depth. */
const createCollector = (file: SourceFile, form: XmlForm, onRecord: (element: XmlElement) => void) => {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let depth = 0
  let characters = 0
  let elements = 0

  const refuse = (message: string): never => {
    throw new ListRefused('unreadable', `${file.name}, line ${parser.line}: ${message}`)
  }
  const bound = () => {
    if (characters > mostRecordCharacters || elements > mostRecordElements)
      throw new ListRefused('too_large', `${file.name}, line ${parser.line}: an entry is too large.`)
  }
  parser.on('error', (error) => refuse(error.message.replace(/^\d+:\d+: /, '')))
  // Nothing of a document type is needed, and entities are where XML is attacked.
  parser.on('doctype', () => refuse('it has a document type, which no official list has.'))
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    const own: Record<string, string> = {}
    for (const [key, value] of Object.entries(attributes)) own[localName(key)] = value
    if (depth === 0 && local !== form.root) refuse(`it begins with <${local}>, not with <${form.root}>.`)
    if (depth === 0) form.onRoot?.(own)
    depth++
    if (depth > mostDepth) refuse('its elements are nested too deeply.')
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
 * The records of an XML file as they come, in bounded memory.
 * Throws ListRefused when the file is not well formed, breaks off, or is another document.
 */
export async function* readXml(file: SourceFile, form: XmlForm): AsyncGenerator<XmlElement> {
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

/** The text of the first child of that name. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  childOf(element, name)?.text.trim() ?? ''

/** All elements of that name, however deep. */
export const within = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.flatMap((child) => [...(child.name === name ? [child] : []), ...within(child, name)]) ??
  []

/** All that is written in an element, whatever its layout: changes when anything in it changes. */
export const writtenIn = ({ name, attributes, children, text }: XmlElement): string =>
  JSON.stringify([
    name,
    Object.entries(attributes),
    text.replace(/\s+/g, ' ').trim(),
    children.map(writtenIn),
  ])
