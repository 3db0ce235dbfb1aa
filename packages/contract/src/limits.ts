/** The numbers of spec/limits#limits. */
export const limits = {
  timestampWindowSeconds: 300,
  nonceMemorySeconds: 600,
  idempotencyWindowSeconds: 86_400,
  singleBodyBytes: 16 * 1024 * 1024,
  batchBodyBytes: 64 * 1024 * 1024,
  synchronousBatchItems: 50,
  asynchronousBatchItems: 10_000,
  /** Not in the specification: the JSON of all results of a synchronous batch. */
  synchronousBatchBytes: 16_000_000,
  resultsPageItems: 500,
  resultsPageItemsDefault: 100,
  /** A page ends at this size, even with fewer items than requested. */
  pageBytes: 8_000_000,
  retentionDays: 30,
  creditConsentDays: 30,
  creditScoreDays: 30,
  creditConsentAnswerHours: 24,
  fileLinkSeconds: 300,
  webhookToleranceSeconds: 300,
  /** Not in the specification: the maximum length of `reference`. */
  referenceCharacters: 255,
  /** Not in the specification: the maximum length of a personal name. */
  nameCharacters: 256,
  faceReasonCharacters: 500,
  /** Not in the specification: the base64 of an image. A single request cannot carry more. */
  imageDataCharacters: 12 * 1024 * 1024,
  /** Not in the specification: the URL of an image. */
  imageUrlCharacters: 2_048,
  /** Not in the specification: the reason of an officer's decision. */
  reasonCharacters: 2_000,
} as const
