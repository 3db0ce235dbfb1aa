import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import { EvidenceRefused } from '../evidence-format.ts'

const inflated = promisify(inflate)

const version = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n \t%]/
/** Only line ends and blanks follow the mark of the end. */
const ending = /startxref\s+(\d{1,10})\s+%%EOF\s*$/
const tailBytes = 2_048
/** The comments before the first object: a page for browsers could hide there. */
const headBytes = 1_024
const markup = /<\s*(?:!doctype|html|head|body|script|svg|iframe|\?php)\b/i
const pageObject = /\/Type\s*\/Page(?![a-zA-Z])/g
const maxPages = 2_000
/** All streams together, decompressed: a file that grows further is made to exhaust memory. */
const maxInflatedBytes = 256 << 20
const maxStreamBytes = 64 << 20
const maxStreams = 50_000

/**
 * The header is first, the cross-reference and the mark of the end are last, and what it decompresses to is bounded,
 * in bytes and in pages. Nothing of the file is executed or drawn.
 */
export const checkPdf = async (bytes: Buffer): Promise<void> => {
  const head = bytes.toString('latin1', 0, headBytes)
  const end = ending.exec(bytes.toString('latin1', Math.max(0, bytes.length - tailBytes)))
  if (!version.test(head) || !end || Number(end[1]) >= bytes.length) {
    throw new EvidenceRefused('the PDF file is damaged or cut off')
  }
  if (markup.test(head)) throw new EvidenceRefused('the PDF file is also a page for browsers')
  let pages = pagesIn(bytes.toString('latin1'))
  for await (const content of compressedStreams(bytes)) {
    pages += pagesIn(content)
    if (pages > maxPages) break
  }
  if (pages > maxPages) throw new EvidenceRefused(`the PDF file has more than ${maxPages} pages`)
  if (pages === 0) throw new EvidenceRefused('the PDF file has no page')
}

const pagesIn = (text: string): number => {
  let pages = 0
  for (const _page of text.matchAll(pageObject)) if (++pages > maxPages) break
  return pages
}

/** The object streams, decompressed one after another: pages may be inside them. Other streams are only measured. */
const compressedStreams = async function* (bytes: Buffer): AsyncGenerator<string> {
  let total = 0
  let streams = 0
  for (let at = bytes.indexOf('stream'); at >= 0; ) {
    const end = bytes.indexOf('endstream', at)
    if (end < 0) return
    const dictionary = bytes.toString('latin1', Math.max(0, at - 512), at)
    if (++streams > maxStreams) throw new EvidenceRefused('the PDF file has too many streams')
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1)
    if (/\/(?:FlateDecode|Fl)\b/.test(own)) {
      const content = await inflateBounded(bytes.subarray(startOfData(bytes, at), end))
      total += content.length
      if (total > maxInflatedBytes) throw new EvidenceRefused('the PDF file decompresses to too much')
      if (/\/ObjStm\b/.test(own)) yield content.toString('latin1')
    }
    at = bytes.indexOf('stream', end + 'endstream'.length)
  }
}

const startOfData = (bytes: Buffer, at: number): number => {
  const after = at + 'stream'.length
  if (bytes[after] === 0x0d && bytes[after + 1] === 0x0a) return after + 2
  return bytes[after] === 0x0a || bytes[after] === 0x0d ? after + 1 : after
}

const inflateBounded = async (data: Buffer): Promise<Buffer> => {
  try {
    // The line end before `endstream` belongs to no stream, so that data may be left over.
    return await inflated(data, { maxOutputLength: maxStreamBytes, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new EvidenceRefused('the PDF file decompresses to too much')
    // An encrypted or damaged stream is not measured: nothing reads it here.
    return Buffer.alloc(0)
  }
}
