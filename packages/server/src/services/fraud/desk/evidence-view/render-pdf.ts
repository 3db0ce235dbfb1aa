import { Worker } from 'node:worker_threads'
import type { PdfMessage, PdfTask } from './pdf-thread.ts'
import { NotRendered, type RenderedFile, type Rendering } from './rendered-file.ts'

const maxPages = 50
const maxSide = 1_600
const maxMs = 60_000
/** Bounds the heap of the thread. WebAssembly has its own bound, of 2 GiB. */
const maxHeapMb = 256

/** Draws the first pages of a PDF file as PNG images. */
export const renderPdf = (bytes: Buffer): Promise<Rendering> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
      workerData: { bytes, maxPages, maxSide } satisfies PdfTask,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      env: {},
      stdout: true,
      stderr: true,
    })
    const files: RenderedFile[] = []
    const end = (settle: () => void) => {
      clearTimeout(timer)
      void worker.terminate()
      settle()
    }
    const fail = (reason: string) => end(() => reject(new NotRendered(reason)))
    const timer = setTimeout(() => fail('drawing takes too long'), maxMs)
    worker.on('message', (message: PdfMessage) => {
      if ('pages' in message) {
        end(() => resolve({ files, omitted: Math.max(0, message.pages - files.length) }))
        return
      }
      const name = `page-${String(files.length + 1).padStart(3, '0')}.png`
      files.push({ name, contentType: 'image/png', bytes: Buffer.from(message.page) })
    })
    worker.on('error', () => fail('the document cannot be drawn'))
    worker.on('exit', () => fail('the document cannot be drawn'))
  })
