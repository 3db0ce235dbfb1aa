import type { PdfMessage, PdfTask } from './pdf-thread.ts'
import { maxOutputBytes, type RenderedFile, type Rendering } from './rendered-file.ts'
import { runThread } from './run-thread.ts'

const maxPages = 50
const maxSide = 1_600

/** Draws the first pages of a PDF file as PNG images, as many as the output takes. */
export const renderPdf = (bytes: Buffer): Promise<Rendering> => {
  const files: RenderedFile[] = []
  const task: PdfTask = { bytes, maxPages, maxSide, maxBytes: maxOutputBytes }
  return runThread(new URL('./pdf-thread.ts', import.meta.url), task, (message: PdfMessage) => {
    if ('pages' in message) return { files, omitted: Math.max(0, message.pages - files.length) }
    const name = `page-${String(files.length + 1).padStart(3, '0')}.png`
    files.push({ name, contentType: 'image/png', bytes: Buffer.from(message.page) })
    return null
  })
}
