import { createHash } from 'node:crypto'
import type { PdfFacts } from './invoice-pdf.ts'

/** What a process keeps of drawn invoices, in bytes. An invoice of one page has about 4 kB. */
const maxKeptBytes = 2 * 1024 * 1024

type Drawn = { bytes: Uint8Array } | { drawing: Promise<Uint8Array> }

/**
 * Keeps the newest drawn invoices of a process. To draw one takes about 10 ms of processor, during which no other request is answered.
 * The key is everything that is on the paper, so that a payment or another customer name gives another drawing.
 */
export const createDrawnInvoices = (
  draw: (facts: PdfFacts) => Promise<Uint8Array>,
  maxBytes: number = maxKeptBytes,
) => {
  const kept = new Map<string, Drawn>()
  let keptBytes = 0

  const keep = (key: string, bytes: Uint8Array): void => {
    if (bytes.byteLength > maxBytes) {
      kept.delete(key)
      return
    }
    kept.set(key, { bytes })
    keptBytes += bytes.byteLength
    for (const [oldest, one] of kept) {
      if (keptBytes <= maxBytes) return
      if (!('bytes' in one)) continue
      kept.delete(oldest)
      keptBytes -= one.bytes.byteLength
    }
  }

  const drawNew = async (key: string, facts: PdfFacts): Promise<Uint8Array> => {
    try {
      const bytes = await draw(facts)
      keep(key, bytes)
      return bytes
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }

  return (facts: PdfFacts): Promise<Uint8Array> => {
    const { invoice, customer, language, checkKey } = facts
    const text = JSON.stringify([invoice, customer, language])
    const key = createHash('sha256').update(text).update(checkKey.export()).digest('base64url')
    const known = kept.get(key)
    if (known) {
      // The one that was asked for last is the last one that goes.
      kept.delete(key)
      kept.set(key, known)
      return 'bytes' in known ? Promise.resolve(known.bytes) : known.drawing
    }
    const drawing = drawNew(key, facts)
    kept.set(key, { drawing })
    return drawing
  }
}
