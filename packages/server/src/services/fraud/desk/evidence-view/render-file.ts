import type { EvidenceFormat } from '../../../../risk/evidence/index.ts'
import { renderImage } from './render-image.ts'
import { renderPdf } from './render-pdf.ts'
import { renderMp3, renderWav } from './render-sound.ts'
import { renderTable } from './render-table.ts'
import type { Rendering } from './rendered-file.ts'

const renderers: Readonly<Record<EvidenceFormat, (bytes: Buffer) => Promise<Rendering>>> = {
  jpeg: renderImage,
  png: renderImage,
  pdf: renderPdf,
  csv: renderTable,
  mp3: renderMp3,
  wav: renderWav,
}

/** What a viewer gets of a file, drawn or written again. Throws `NotRendered`. */
export const renderFile = (format: EvidenceFormat, bytes: Buffer): Promise<Rendering> =>
  renderers[format](bytes)
