/** The format of a file, as its content shows it (spec/fraud#evidence). The name and the header of a file do not count. */
export type EvidenceFormat = 'jpeg' | 'png' | 'pdf' | 'csv' | 'mp3' | 'wav'

/** What the reporter says that the evidence is. */
export type EvidenceType = 'image' | 'document' | 'transaction_log' | 'audio'

/** The formats that each type of evidence may have (spec/fraud#evidence). */
export const formatsOfType: Readonly<Record<EvidenceType, readonly EvidenceFormat[]>> = {
  image: ['jpeg', 'png', 'pdf'],
  document: ['jpeg', 'png', 'pdf'],
  transaction_log: ['csv', 'pdf'],
  audio: ['mp3', 'wav'],
}

export const contentTypeOf: Readonly<Record<EvidenceFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
}

/** The file is of no format that its type allows, or it is damaged or forged. The reason holds nothing of the file. */
export class EvidenceRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`evidence refused: ${reason}`)
    this.reason = reason
  }
}
