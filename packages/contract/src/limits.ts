/** The numbers of spec 1 § Limits and decisions §§1–5. */
export const limits = {
  timestampWindowSeconds: 300,
  nonceMemorySeconds: 600,
  idempotencyWindowSeconds: 86_400,
  singleBodyBytes: 16 * 1024 * 1024,
  batchBodyBytes: 64 * 1024 * 1024,
  synchronousBatchItems: 50,
  asynchronousBatchItems: 10_000,
  resultsPageItems: 500,
  resultsPageItemsDefault: 100,
  retentionDays: 30,
  fileLinkSeconds: 300,
  webhookToleranceSeconds: 300,
  /** Not in the specification: what a caller may send as `reference`. */
  referenceCharacters: 255,
  /** Not in the specification: what a caller may send as a personal name. */
  nameCharacters: 256,
  faceReasonCharacters: 500,
  /** Not in the specification: the address of an image. */
  imageUrlCharacters: 2_048,
  /** Not in the specification: why an officer decided as they did. */
  reasonCharacters: 2_000,
} as const
