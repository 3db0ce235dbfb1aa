import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InvoiceObject } from '../billing-objects.ts'
import { createDrawnInvoices } from './drawn-invoices.ts'
import type { PdfFacts } from './invoice-pdf.ts'

const facts = (number: string, changes: Partial<PdfFacts> = {}): PdfFacts => ({
  invoice: { number, status: 'issued' } as InvoiceObject,
  customer: 'Banque',
  language: 'fr',
  checkKey: createSecretKey(Buffer.alloc(32, 1)),
  ...changes,
})

/** Counts the drawings. Each one has 100 bytes. */
const counted = (maxBytes?: number) => {
  const drawn: string[] = []
  const drawing = createDrawnInvoices(async ({ invoice }) => {
    drawn.push(invoice.number)
    return new Uint8Array(100)
  }, maxBytes)
  return { drawn, drawing }
}

test('an invoice is drawn once, also for several requests at the same moment', async () => {
  const { drawn, drawing } = counted()
  await Promise.all([drawing(facts('1')), drawing(facts('1'))])
  await drawing(facts('1'))
  expect(drawn).toEqual(['1'])
})

test('what is different on the paper, or made with another key, is drawn again', async () => {
  const { drawn, drawing } = counted()
  const paid = { number: '1', status: 'paid' } as InvoiceObject
  for (const one of [
    facts('1'),
    facts('1', { language: 'en' }),
    facts('1', { customer: 'Banque du Congo' }),
    facts('1', { invoice: paid }),
    facts('1', { checkKey: createSecretKey(Buffer.alloc(32, 2)) }),
  ])
    await drawing(one)
  expect(drawn).toHaveLength(5)
})

test('beyond the bound, the invoice that was not asked for the longest time is forgotten', async () => {
  const { drawn, drawing } = counted(200)
  for (const number of ['1', '2', '1', '3', '1', '2']) await drawing(facts(number))
  expect(drawn).toEqual(['1', '2', '3', '2'])
})

test('a drawing that fails is tried again, and one larger than the bound is not kept', async () => {
  let attempts = 0
  const failing = createDrawnInvoices(async () => {
    attempts++
    throw new Error('no font')
  })
  for (let time = 0; time < 2; time++) await expect(failing(facts('1'))).rejects.toThrow('no font')
  expect(attempts).toBe(2)
  const { drawn, drawing } = counted(50)
  for (let time = 0; time < 2; time++) await drawing(facts('1'))
  expect(drawn).toEqual(['1', '1'])
})
