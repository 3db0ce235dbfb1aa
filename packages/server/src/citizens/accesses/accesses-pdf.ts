import { nextTurn, pdfText } from '@nani/foundation/core/index.ts'
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import type { AccessEntry } from './access-entry.ts'
import { type AccessLanguage, inWords, logWords } from './access-words.ts'
import type { AccessExport } from './export-accesses.ts'

const pageSize: [number, number] = [595, 842]
const margin = 50
const width = pageSize[0] - 2 * margin
const ink = rgb(0.1, 0.14, 0.19)
const quiet = rgb(0.35, 0.4, 0.47)
const maxLinesOfText = 12
const maxCharacters = 1_500
const entriesOfTurn = 20

type Sheet = { document: PDFDocument; page: PDFPage; y: number; plain: PDFFont; bold: PDFFont }
type Style = { size?: number; bold?: boolean; isQuiet?: boolean; indent?: number }

/** The access log as a document for people: an entry is a short paragraph. */
export const accessesPdf = async (
  { entries, isComplete, madeAt }: AccessExport,
  language: AccessLanguage,
): Promise<Uint8Array> => {
  const texts = logWords(language)
  const document = await PDFDocument.create()
  const sheet: Sheet = {
    document,
    page: document.addPage(pageSize),
    y: pageSize[1] - margin,
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  document.setTitle(pdfText(texts.title))
  document.setCreationDate(new Date(madeAt))
  document.setModificationDate(new Date(madeAt))
  write(sheet, 'Nani', { size: 11, bold: true })
  write(sheet, texts.title, { size: 18, bold: true })
  write(sheet, `${texts.made} ${shownTime(madeAt)} - ${texts.entries}: ${entries.length}`, { isQuiet: true })
  if (!isComplete) write(sheet, texts.shortened)
  if (entries.length === 0) write(sheet, texts.none)
  for (const [index, entry] of entries.entries()) {
    writeEntry(sheet, entry, language)
    // Other requests of the process go on.
    if (index % entriesOfTurn === 0) await nextTurn()
  }
  for (const [index, page] of document.getPages().entries()) {
    const shown = `${texts.page} ${index + 1} / ${document.getPageCount()}`
    page.drawText(shown, { x: margin, y: 28, size: 8, font: sheet.plain, color: quiet })
  }
  return document.save()
}

const writeEntry = (sheet: Sheet, entry: AccessEntry, language: AccessLanguage): void => {
  const texts = logWords(language)
  const words = inWords(entry, language)
  sheet.y -= 8
  keepTogether(sheet, 46)
  write(sheet, `${shownTime(entry.at)}   ${entry.organization}`, { bold: true })
  const rows: [string, string | null][] = [
    [entry.application, words.service],
    [texts.purpose, words.purpose],
    [texts.data, words.scopes.length > 0 ? words.scopes.join('; ') : null],
    [texts.reason, words.reason],
    [texts.readAgain, entry.read_again && `${entry.read_again.times} x`],
    [texts.dispute, words.dispute],
  ]
  for (const [name, value] of rows)
    if (value !== null) write(sheet, `${name}: ${value}`, { size: 9, indent: 12 })
}

const shownTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

const keepTogether = (sheet: Sheet, height: number): void => {
  if (sheet.y - height > margin) return
  sheet.page = sheet.document.addPage(pageSize)
  sheet.y = pageSize[1] - margin
}

/** Writes a text in as many lines as it needs, up to a maximum. */
const write = (
  sheet: Sheet,
  text: string,
  { size = 10, bold = false, isQuiet = false, indent = 0 }: Style = {},
): void => {
  const font = bold ? sheet.bold : sheet.plain
  const lines = linesOf(pdfText(text.slice(0, maxCharacters)), font, { size, width: width - indent })
  for (const line of lines.slice(0, maxLinesOfText)) {
    keepTogether(sheet, size * 1.45)
    sheet.y -= size * 1.45
    sheet.page.drawText(line, { x: margin + indent, y: sheet.y, size, font, color: isQuiet ? quiet : ink })
  }
}

/** Lines that fit. A word that is longer than a line is cut. */
const linesOf = (text: string, font: PDFFont, { size, width }: { size: number; width: number }): string[] => {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    let rest = word
    if (fits(`${line} ${rest}`.trim())) {
      line = `${line} ${rest}`.trim()
      continue
    }
    if (line) lines.push(line)
    while (!fits(rest)) {
      // Near the place where the line is full, so that a long word is measured few times.
      let cut = Math.ceil((rest.length * width) / font.widthOfTextAtSize(rest, size)) + 2
      while (cut > 1 && !fits(rest.slice(0, cut))) cut--
      lines.push(rest.slice(0, cut))
      rest = rest.slice(cut)
    }
    line = rest
  }
  return line ? [...lines, line] : lines
}
