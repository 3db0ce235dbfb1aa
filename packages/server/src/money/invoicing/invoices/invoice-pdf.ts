import { createHmac, type KeyObject } from 'node:crypto'
import { pdfText } from '@nani/foundation/core/index.ts'
import {
  fill,
  PDFDocument,
  type PDFFont,
  type PDFOperator,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  StandardFonts,
  setFillingColor,
} from 'pdf-lib'
import qrcode from 'qrcode-generator'
import { type Currency, type Money, vatPercentAt } from '../../billing/index.ts'
import type { InvoiceObject } from '../billing-objects.ts'
import { amountInWords, type Language } from './amount-in-words.ts'
import { lineIn } from './line-texts.ts'

const texts = {
  en: {
    usage: 'Invoice',
    top_up: 'Invoice',
    credit_note: 'Credit note',
    receipt: 'Receipt',
    number: 'Number',
    issued: 'Issued on',
    due: 'Due on',
    period: 'Period',
    paid: 'Paid on',
    corrects: 'Corrects',
    customer: 'Customer',
    columns: ['Description', 'Quantity', 'Unit price', 'Amount'],
    subtotal: 'Subtotal',
    tax: 'VAT',
    total: 'Total',
    amountDue: 'Amount due',
    words: 'Total in words',
    check: 'Check value',
  },
  fr: {
    usage: 'Facture',
    top_up: 'Facture',
    credit_note: 'Note de crédit',
    receipt: 'Reçu',
    number: 'Numéro',
    issued: 'Émise le',
    due: 'Échéance le',
    period: 'Période',
    paid: 'Payée le',
    corrects: 'Corrige',
    customer: 'Client',
    columns: ['Désignation', 'Quantité', 'Prix unitaire', 'Montant'],
    subtotal: 'Sous-total',
    tax: 'TVA',
    total: 'Total',
    amountDue: 'Montant dû',
    words: 'Total en toutes lettres',
    check: 'Valeur de contrôle',
  },
} as const

export type PdfFacts = {
  invoice: InvoiceObject
  customer: string
  language: Language
  /** Keys the check value: the installation alone can make it. */
  checkKey: KeyObject
}

/** A value over number and total. A reader who asks the installation finds out whether a paper was changed. */
export const checkValue = ({ number, total }: InvoiceObject, key: KeyObject): string =>
  createHmac('sha256', key)
    .update(`${number}\n${total.value.toFixed(2)}\n${total.currency}`)
    .digest('hex')
    .slice(0, 16)

const margin = 50
const pageSize: [number, number] = [595, 842]
const ink = rgb(0.1, 0.14, 0.19)

type Sheet = { document: PDFDocument; page: PDFPage; y: number; plain: PDFFont; bold: PDFFont }

const write = (
  sheet: Sheet,
  text: string,
  {
    x = margin,
    size = 10,
    bold = false,
    right = false,
  }: { x?: number; size?: number; bold?: boolean; right?: boolean } = {},
): void => {
  const font = bold ? sheet.bold : sheet.plain
  const shown = pdfText(text)
  const left = right ? x - font.widthOfTextAtSize(shown, size) : x
  sheet.page.drawText(shown, { x: left, y: sheet.y, size, font, color: ink })
}

const decimals: Record<Currency, number> = { USD: 2, CDF: 2 }

/** To make a format takes longer than to use it. */
const formats = new Map<string, Intl.NumberFormat>()
const formatOf = (language: Language, form: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${language} ${form.minimumFractionDigits} ${form.maximumFractionDigits}`
  const known = formats.get(key) ?? new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-US', form)
  formats.set(key, known)
  return known
}

const shownNumber = (value: number, language: Language, form: Intl.NumberFormatOptions = {}): string =>
  formatOf(language, form)
    .format(value)
    .replaceAll(/[\u202f\u00a0]/g, ' ')

const shownMoney = ({ value, currency }: Money, language: Language, exact = false): string =>
  `${shownNumber(value, language, {
    minimumFractionDigits: decimals[currency],
    maximumFractionDigits: exact ? 6 : decimals[currency],
  })} ${currency}`

const columnEnds = [330, 400, 475, 545]

const nextLine = (sheet: Sheet, height = 16): void => {
  sheet.y -= height
  if (sheet.y > margin + 140) return
  sheet.page = sheet.document.addPage(pageSize)
  sheet.y = pageSize[1] - margin
}

/** The invoice as PDF: its lines, the VAT, the total in words, and a QR code with number, total and check value. */
export const invoicePdf = async (facts: PdfFacts): Promise<Uint8Array> => {
  const { invoice, customer, language } = facts
  const words = texts[language]
  const document = await PDFDocument.create()
  const sheet: Sheet = {
    document,
    page: document.addPage(pageSize),
    y: pageSize[1] - margin,
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  document.setTitle(`${words[invoice.kind]} ${invoice.number}`)
  const issued = new Date(invoice.issued_at)
  document.setCreationDate(issued)
  document.setModificationDate(issued)
  write(sheet, 'Nani', { size: 12, bold: true })
  write(
    sheet,
    invoice.kind !== 'credit_note' && invoice.status === 'paid'
      ? `${words[invoice.kind]} / ${words.receipt}`
      : words[invoice.kind],
    { x: 545, size: 18, bold: true, right: true },
  )
  nextLine(sheet, 34)
  writeHead(sheet, facts)
  write(sheet, `${words.customer}: ${customer}`)
  nextLine(sheet, 26)
  writeLines(sheet, facts)
  writeTotals(sheet, facts)
  write(sheet, `${words.words}: ${amountInWords(invoice.total.value, invoice.total.currency, language)}`, {
    size: 9,
  })
  nextLine(sheet, 20)
  drawQrCode(sheet, facts)
  return document.save()
}

const writeHead = (sheet: Sheet, { invoice, language }: PdfFacts): void => {
  const words = texts[language]
  const day = (time: string | null) => time?.slice(0, 10) ?? null
  const rows: [string, string | null][] = [
    [words.number, invoice.number],
    [words.issued, day(invoice.issued_at)],
    [words.due, invoice.kind === 'credit_note' ? null : day(invoice.due_at)],
    [words.period, invoice.period && `${invoice.period.start} – ${invoice.period.end}`.replace('–', '-')],
    [words.paid, invoice.kind === 'credit_note' ? null : day(invoice.paid_at)],
    [words.corrects, invoice.corrects],
  ]
  for (const [name, value] of rows) {
    if (value === null) continue
    write(sheet, name, { bold: true })
    write(sheet, value, { x: margin + 110 })
    nextLine(sheet)
  }
}

const writeLines = (sheet: Sheet, { invoice, language }: PdfFacts): void => {
  const [description, ...numbers] = texts[language].columns
  write(sheet, description, { bold: true })
  for (const [index, name] of numbers.entries())
    write(sheet, name, { x: columnEnds[index + 1] as number, bold: true, right: true })
  nextLine(sheet)
  for (const line of invoice.lines) {
    const [first = '', ...more] = wrapped(lineIn(language, line.description), sheet.plain)
    write(sheet, first)
    write(sheet, shownNumber(line.quantity, language), { x: 400, right: true })
    write(sheet, shownMoney(line.unit_price, language, true), { x: 475, right: true, size: 9 })
    write(sheet, shownMoney(line.amount, language), { x: 545, right: true, size: 9 })
    nextLine(sheet)
    for (const rest of more) {
      write(sheet, rest)
      nextLine(sheet, 13)
    }
  }
  nextLine(sheet, 6)
}

const descriptionWidth = 270

/** A description in lines that end before the column of quantities. A word that is too long is cut. */
const wrapped = (text: string, font: PDFFont): string[] => {
  const fits = (part: string) => font.widthOfTextAtSize(part, 10) <= descriptionWidth
  const lines: string[] = []
  let line = ''
  for (const word of pdfText(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line)) {
      const end = [...line].findIndex((_, index) => !fits(line.slice(0, index + 1)))
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return [...lines, line]
}

const writeTotals = (sheet: Sheet, { invoice, language }: PdfFacts): void => {
  const words = texts[language]
  const rows: [string, Money][] = [
    [words.subtotal, invoice.subtotal],
    [`${words.tax} ${vatPercentAt(Date.parse(invoice.issued_at))} %`, invoice.tax],
    [words.total, invoice.total],
    [words.amountDue, invoice.amount_due],
  ]
  for (const [name, amount] of rows) {
    write(sheet, name, { x: 400, bold: true, right: true })
    write(sheet, shownMoney(amount, language), { x: 545, right: true })
    nextLine(sheet)
  }
  nextLine(sheet, 6)
}

const moduleSize = 3

/** The runs of dark modules of a row: where each begins, and its length. */
const darkRuns = (count: number, isDark: (column: number) => boolean): [first: number, length: number][] => {
  const runs: [number, number][] = []
  for (let column = 0; column < count; column++) {
    if (!isDark(column)) continue
    const last = runs.at(-1)
    if (last && last[0] + last[1] === column) last[1]++
    else runs.push([column, 1])
  }
  return runs
}

const drawQrCode = (sheet: Sheet, { invoice, language, checkKey }: PdfFacts): void => {
  const check = checkValue(invoice, checkKey)
  const code = qrcode(0, 'M')
  code.addData(`${invoice.number};${invoice.total.value.toFixed(2)};${invoice.total.currency};${check}`)
  code.make()
  const count = code.getModuleCount()
  const top = sheet.y
  const runs: PDFOperator[] = []
  for (let row = 0; row < count; row++) {
    const y = top - (row + 1) * moduleSize
    for (const [first, length] of darkRuns(count, (column) => code.isDark(row, column)))
      runs.push(rectangle(margin + first * moduleSize, y, length * moduleSize, moduleSize))
  }
  // One operator for each run of dark modules: the method of the page for rectangles takes most of the time of an invoice.
  sheet.page.pushOperators(pushGraphicsState(), setFillingColor(ink), ...runs, fill(), popGraphicsState())
  sheet.y = top - count * moduleSize - 14
  write(sheet, `${texts[language].check}: ${check}`, { size: 9 })
}
