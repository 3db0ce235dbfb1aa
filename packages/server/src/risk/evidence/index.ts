export { contentTypeOf, type EvidenceFormat, EvidenceRefused, type EvidenceType } from './evidence-format.ts'
export { readEvidence } from './read-evidence.ts'
