import { type EvidenceFormat, EvidenceRefused, type EvidenceType, formatsOfType } from './evidence-format.ts'
import { checkCsv } from './formats/csv.ts'
import { checkJpeg } from './formats/jpeg.ts'
import { checkMp3, startsLikeMp3 } from './formats/mp3.ts'
import { checkPdf } from './formats/pdf.ts'
import { checkPng } from './formats/png.ts'
import { checkWav } from './formats/wav.ts'

type Format = {
  format: EvidenceFormat
  /** Whether the first bytes are those of the format. */
  startsLike(bytes: Buffer): boolean
  /** Throws `EvidenceRefused` unless the whole file follows the format. */
  check(bytes: Buffer): unknown
}

const startsWith =
  (...signature: number[]) =>
  (bytes: Buffer): boolean =>
    signature.every((byte, index) => bytes[index] === byte)

const startsWithText = (text: string) => startsWith(...Buffer.from(text, 'latin1'))

const binaryFormats: readonly Format[] = [
  { format: 'jpeg', startsLike: startsWith(0xff, 0xd8, 0xff), check: checkJpeg },
  { format: 'png', startsLike: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), check: checkPng },
  { format: 'pdf', startsLike: startsWithText('%PDF-'), check: checkPdf },
  { format: 'wav', startsLike: startsWithText('RIFF'), check: checkWav },
  { format: 'mp3', startsLike: startsLikeMp3, check: checkMp3 },
]

// A CSV file has no signature. It is tried last, and only where the type allows it.
const csv: Format = { format: 'csv', startsLike: () => true, check: checkCsv }

/**
 * The format of a file of evidence, found in its content. The whole file must follow the format: a file that is also
 * something else (a polyglot) is refused. Throws `EvidenceRefused`. Work and memory are bounded by the size of the file.
 */
export const readEvidence = async (bytes: Buffer, type: EvidenceType): Promise<EvidenceFormat> => {
  const allowed = formatsOfType[type]
  if (bytes.length === 0) throw new EvidenceRefused('the file is empty')
  const found = binaryFormats.find(({ startsLike }) => startsLike(bytes)) ?? csv
  if (!allowed.includes(found.format)) {
    throw new EvidenceRefused(`evidence of type ${type} must be ${allowed.join(', ')}`)
  }
  await found.check(bytes)
  return found.format
}
