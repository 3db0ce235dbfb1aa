import { parentPort, workerData } from 'node:worker_threads'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/*
 * Draws the pages of a PDF file. PDFium runs as WebAssembly in a thread of its own: it has no access to files or the network,
 * scripts of the document are not executed, and the thread is ended when it takes too long.
 */

export type PdfTask = { bytes: Uint8Array; maxPages: number; maxSide: number; maxBytes: number }
export type PdfMessage = { page: Uint8Array } | { pages: number }

const { bytes, maxPages, maxSide, maxBytes } = workerData as PdfTask
const port = parentPort as NonNullable<typeof parentPort>

const library = await PDFiumLibrary.init()
const document = await library.loadDocument(bytes)
const pages = document.getPageCount()
let drawn = 0
for (let index = 0; index < Math.min(pages, maxPages); index++) {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = maxSide / Math.max(originalWidth, originalHeight, 1)
  const { data } = await page.render({
    scale,
    render: ({ data: pixels, width, height }) =>
      sharp(pixels, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
  })
  drawn += data.length
  if (drawn > maxBytes) break
  port.postMessage({ page: data } satisfies PdfMessage)
}
port.postMessage({ pages } satisfies PdfMessage)
document.destroy()
library.destroy()
