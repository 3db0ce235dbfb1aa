/** The headings of docs/specification: page name to its anchors. */
export type Specification = ReadonlyMap<string, readonly string[]>

/** A citation that leads nowhere: its line in the text, what was written, and what to write instead. */
export type BrokenCitation = { line: number; found: string; advice: string }

// A citation names a page and an anchor. The look-behind leaves web addresses and paths alone.
const citation = /(?<![\w/.-])spec\/([\w-]+)(?:#([\w-]*))?/g

/** Forms that cite a document outside this repository. */
const retired = [
  /\bdecisions?[\s*/]+§{1,2}\s?\d+/gi,
  /\bspec(?:ification)?\s[12]\b(?:,?\s§\s[^,;.):\n|]+)?/gi,
  /\bD\s§\s?\d+/g,
  /\bissue\s#?\d+(?:,?\sfindings?\s\d+)?|\bfindings?\s\d+/gi,
  /§/g,
]
const sectionOfRfc = /\bRFC \d+ §/g

// The new place of each section of the retired page of decisions.
const pageOfDecision: readonly (readonly string[])[] = [
  [],
  ['wire'],
  ['wire'],
  ['checks'],
  ['errors', 'request-modes', 'conventions'],
  ['request-modes', 'disclosure', 'conventions', 'aml'],
  ['kyc', 'disclosure'],
  ['identifiers'],
  ['age', 'kyb'],
  ['credit'],
  ['sandbox'],
  ['fraud'],
  ['consents'],
  ['sign-in'],
  ['citizen-app'],
  ['organizations'],
  ['billing'],
]

const citationsOf = (specification: Specification, page: string): string[] =>
  (specification.get(page) ?? []).map((anchor) => `spec/${page}#${anchor}`)

const oneOf = (citations: readonly string[]): string =>
  citations.length > 0 ? `write one of: ${citations.join(', ')}` : 'see docs/specification/README.md'

/** Headings that share all words of a retired citation such as "spec 1 § Job object". */
const withWordsOf = (specification: Specification, name: string): string[] => {
  const words = name.toLowerCase().match(/[a-z]{3,}/g) ?? []
  if (words.length === 0) return []
  return [...specification.keys()]
    .flatMap((page) => citationsOf(specification, page))
    .filter((written) => words.every((word) => written.includes(word)))
}

const adviceFor = (specification: Specification, found: string): string => {
  if (/^(?:issue|finding)/i.test(found)) {
    return 'the tracker is not in this repository: state the reason, or link docs/threat-model.md'
  }
  const number = /^(?:decisions?|D)\W*(\d+)/i.exec(found)
  if (number) {
    const pages = pageOfDecision[Number(number[1])] ?? []
    return oneOf(pages.flatMap((page) => citationsOf(specification, page)))
  }
  return oneOf(withWordsOf(specification, found.split('§')[1] ?? ''))
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const unresolved = (specification: Specification, text: string): BrokenCitation[] =>
  [...text.matchAll(citation)].flatMap((match) => {
    const [found, page = '', anchor] = match
    const anchors = specification.get(page)
    if (anchors === undefined && anchor === undefined) return []
    if (anchor !== undefined && anchors?.includes(anchor)) return []
    const pages = [...specification.keys()].map((name) => `spec/${name}#…`)
    return {
      line: lineAt(text, match.index),
      found,
      advice: oneOf(anchors ? citationsOf(specification, page) : pages),
    }
  })

/** Every citation of a text that does not resolve to a heading, and every retired form, by line. */
export const brokenCitations = (specification: Specification, text: string): BrokenCitation[] => {
  const checked = text.replace(sectionOfRfc, (rfc) => rfc.replace('§', ' '))
  let rest = checked
  const old = retired.flatMap((form) => {
    const matches = [...rest.matchAll(form)]
    rest = rest.replace(form, (found) => found.replace(/[^\n]/g, ' '))
    return matches.map((match) => ({
      line: lineAt(text, match.index),
      found: match[0],
      advice: adviceFor(specification, match[0]),
    }))
  })
  return [...unresolved(specification, checked), ...old].sort((a, b) => a.line - b.line)
}
