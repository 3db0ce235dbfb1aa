import { createSecretKey, randomBytes } from 'node:crypto'
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib'
import { expect, test } from 'vitest'
import type { InvoiceObject } from '../billing-objects.ts'
import { checkValue, invoicePdf } from './invoice-pdf.ts'
import { lineTexts } from './line-texts.ts'

const usd = (value: number) => ({ value, currency: 'USD' as const })
const checkKey = createSecretKey(randomBytes(32))
const invoice = (lines: number): InvoiceObject => ({
  ...{
    id: 'inv_1',
    object: 'invoice',
    number: 'NANI-2026-000001',
    kind: 'usage',
    status: 'issued',
    currency: 'USD',
  },
  period: { start: '2026-03-01', end: '2026-03-31' },
  lines: Array.from({ length: lines }, (_, index) => ({
    description: `Ligne numérotée ${index} → ž`,
    quantity: 3,
    unit_price: usd(0.1),
    amount: usd(0.3),
  })),
  ...{ subtotal: usd(0.3), tax: usd(0.05), total: usd(0.35), amount_due: usd(0.35) },
  ...{
    issued_at: '2026-04-01T00:00:00.000Z',
    due_at: '2026-05-01T00:00:00.000Z',
    paid_at: null,
    corrects: null,
  },
})

test.each([
  ['fr', 2, 1],
  ['en', 120, 4],
] as const)('an invoice in %s with %d lines has %d pages', async (language, lines, pages) => {
  const bytes = await invoicePdf({
    invoice: invoice(lines),
    customer: 'Société Ñ\n\u0081\0',
    language,
    checkKey,
  })
  const document = await PDFDocument.load(bytes)
  expect(document.getPageCount()).toBe(pages)
  expect(document.getTitle()).toMatch(/NANI-2026-000001$/)
})

test('a long reason takes more lines, and a long list of them another page', async () => {
  const [line] = invoice(1).lines
  const pagesWith = async (description: string) => {
    const described = { ...invoice(1), lines: [{ ...line!, description }] }
    const bytes = await invoicePdf({ invoice: described, customer: 'A', language: 'en', checkKey })
    return (await PDFDocument.load(bytes)).getPageCount()
  }
  expect(await pagesWith('The service was not available. '.repeat(16))).toBe(1)
  expect(await pagesWith('x'.repeat(4_000))).toBeGreaterThan(1)
})

test('the check value depends on the number, the total and the key', () => {
  const value = checkValue(invoice(1), checkKey)
  expect(value).toMatch(/^[0-9a-f]{16}$/)
  expect(checkValue({ ...invoice(1), total: usd(0.36) }, checkKey)).not.toBe(value)
  expect(checkValue({ ...invoice(1), number: 'NANI-2026-000002' }, checkKey)).not.toBe(value)
  expect(checkValue(invoice(1), createSecretKey(randomBytes(32)))).not.toBe(value)
})

test('any text is drawn: every character up to U+2FFF in a name and a reason', async () => {
  const every = String.fromCharCode(...Array.from({ length: 0x3000 }, (_, code) => code))
  const facts = { customer: `${every} 😀`, language: 'fr', checkKey } as const
  const [line] = invoice(1).lines
  const described = { ...invoice(1), lines: [{ ...line!, description: every }] }
  await expect(invoicePdf({ invoice: described, ...facts })).resolves.toBeInstanceOf(Uint8Array)
})

/** The texts of a PDF, in their order. */
const textsOf = async (bytes: Uint8Array): Promise<string> => {
  const document = await PDFDocument.load(bytes)
  const drawn = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [decodePDFRawStream(object).decode()] : []))
    .map((content) => Buffer.from(content).toString('latin1'))
  return drawn
    .flatMap((content) => [...content.matchAll(/<([0-9A-F]+)> Tj/gi)])
    .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
    .join('\n')
}

test('the lines of a French invoice are French: services, scopes, numbers and VAT', async () => {
  const [line] = invoice(1).lines
  const descriptions = [
    lineTexts.item('kyc_validation', 'batch_item').en,
    lineTexts.tier('biometric').en,
    lineTexts.difference.en,
  ]
  const lines = descriptions.map((description) => ({ ...line!, description, quantity: 1_234 }))
  const facts = { invoice: { ...invoice(1), lines }, customer: 'A', checkKey }
  const french = await textsOf(await invoicePdf({ ...facts, language: 'fr' }))
  for (const text of [
    'identité (KYC), élément d',
    'Données, niveau biométrique',
    'Écart avec les devis',
    '1 234',
    'TVA 16 %',
  ])
    expect(french).toContain(text)
  expect(french).not.toMatch(/batch|tier|Scopes|quotes|VAT|Invoice|Total due/)
  expect(await textsOf(await invoicePdf({ ...facts, language: 'en' }))).toContain(
    'KYC Validation, batch item',
  )
})
