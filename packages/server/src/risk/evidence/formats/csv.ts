import { nextTurn } from '@nani/foundation/core/index.ts'
import { EvidenceRefused } from '../evidence-format.ts'

const maxRowCharacters = 1 << 20
/** Tab, line feed and carriage return are the control characters of a table. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a text may not have
const controlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/
/** A browser would read it as a page. */
const markup = /^\s*<[!?a-z]/i

/** About a millisecond of work. Other callers have a turn after each piece. */
const pieceCharacters = 128 * 1024

/** UTF-8 text that parses as rows. Cells may hold anything, also formulas: an export escapes them. */
export const checkCsv = async (bytes: Buffer): Promise<void> => {
  const text = decode(bytes)
  if (text.trim() === '') throw new EvidenceRefused('the CSV file is empty')
  if (controlCharacters.test(text) || markup.test(text)) throw new EvidenceRefused('the file is not CSV')
  await checkRows(text)
}

type State = 'start of cell' | 'cell' | 'quoted cell' | 'after quote'

const [quote, comma, semicolon, tab, lineFeed, carriageReturn] = [...'",;\t\n\r'].map((one) =>
  one.charCodeAt(0),
)

const endsCell = (code: number): boolean => code === comma || code === semicolon || code === tab
const endsRow = (code: number): boolean => code === lineFeed || code === carriageReturn

/**
 * The rows follow RFC 4180: a cell with quotes is quoted as a whole, and its quotes are doubled. Cells are not kept, and
 * commas, semicolons and tabs all separate them.
 */
const checkRows = async (text: string): Promise<void> => {
  let state: State = 'start of cell'
  let rowStart = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (state === 'quoted cell') {
      if (code === quote) state = 'after quote'
    } else if (endsCell(code)) state = 'start of cell'
    else if (endsRow(code)) {
      state = 'start of cell'
      rowStart = at + 1
    } else if (code === quote) {
      if (state === 'cell') throw notCsv()
      state = 'quoted cell'
    } else if (state === 'after quote') throw notCsv()
    else state = 'cell'
    if (at - rowStart > maxRowCharacters) throw notCsv()
    if (at % pieceCharacters === 0) await nextTurn()
  }
  if (state === 'quoted cell') throw notCsv()
}

const notCsv = () => new EvidenceRefused('the file does not parse as CSV')

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new EvidenceRefused('the file is not UTF-8 text')
  }
}
