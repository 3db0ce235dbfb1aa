import { parsedSource } from './parsed-source.ts'

/** A piece of running text: a paragraph, a list item, a cell of a table, or a text of a program. */
export type Prose = { path: string; line: number; text: string }

const maxWordsOfASentence = 30

const withoutFences = (page: string): string =>
  page.replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, (fence) => fence.replace(/[^\n]/g, ''))

/** Inline code becomes one word. A link keeps its text. An image and an address disappear. */
const readable = (text: string): string =>
  text
    .replace(/`[^`]*`/g, 'Code')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<?https?:\/\/\S+/g, 'address')
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}/g, '')

const cellsOf = (row: string): string[] => row.split(/(?<!\\)\|/).slice(1, -1)

const startsABlock = /^\s*(?:[-*+] |\d+\. |#{1,6} |> |\||$)/

/** The paragraphs, list items, headings and cells of a page of Markdown, without code. */
export const proseOf = (path: string, page: string): Prose[] => {
  const found: Prose[] = []
  let isOpen = false
  for (const [index, line] of withoutFences(page).split('\n').entries()) {
    const place = { path, line: index + 1 }
    const isRow = line.trimStart().startsWith('|')
    if (isRow) found.push(...cellsOf(line).map((text) => ({ ...place, text })))
    else if (isOpen && !startsABlock.test(line)) (found.at(-1) as Prose).text += ` ${line.trim()}`
    else if (line.trim() !== '') found.push({ ...place, text: line.replace(/^\s*(?:[-*+]|\d+\.|#+|>) /, '') })
    isOpen = line.trim() !== '' && !isRow && !line.startsWith('#')
  }
  return found.map((piece) => ({ ...piece, text: readable(piece.text) }))
}

const sqlText =
  /^\s*(?:select|insert|update|delete|with|alter|create|drop|grant|set|lock|from|where|and|union|join|on|order|returning)\b/

/** The texts of a program that are prose: strings and templates of at least three words that are not SQL. */
export const programTextsOf = (path: string, source: string): Prose[] =>
  parsedSource(path, source)
    .texts.map(({ line, parts }) => ({ path, line, text: parts.join('X') }))
    .filter(({ text }) => !sqlText.test(text) && /[\p{L}]{2,} [\p{L}]{1,} [\p{L}]{2,}/u.test(text))
    .map((piece) => ({ ...piece, text: piece.text.replace(/`[^`]*`/g, 'Code') }))

/** The comments of a program. Inline code becomes one word. */
export const commentsOf = (path: string, source: string): Prose[] =>
  parsedSource(path, source).comments.map(({ line, text }) => ({
    path,
    line,
    text: text.replace(/^\s*\*\s?/gm, '').replace(/`[^`]*`/g, 'Code'),
  }))

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?][)"”*]*)\s+(?=[\p{Lu}\p{N}"“(`*])|\n\s*\n/u)

const countOfWords = (sentence: string): number => sentence.match(/[\p{L}\p{N}][^\s/]*/gu)?.length ?? 0

/** The sentences of more than 30 words. A semicolon ends a sentence, as in a list. */
export const longSentencesOf = (prose: readonly Prose[]): string[] =>
  prose.flatMap(({ path, line, text }) =>
    sentencesOf(text)
      .filter((sentence) => countOfWords(sentence) > maxWordsOfASentence)
      .map((sentence) => `${path}:${line}: ${countOfWords(sentence)} words: ${sentence.trim()}`),
  )

/** The retired words in these texts, with what to write instead. */
export const retiredWordsIn = (
  prose: readonly Prose[],
  words: readonly (readonly [pattern: RegExp, instead: string])[],
): string[] =>
  prose.flatMap(({ path, line, text }) =>
    words.flatMap(([pattern, instead]) => {
      const match = pattern.exec(text)
      return match ? [`${path}:${line}: "${match[0]}" (write: ${instead})`] : []
    }),
  )
