export {
  contentTypeOf,
  type EvidenceFormat,
  EvidenceRefused,
  type EvidenceType,
  formatsOfType,
} from './evidence-format.ts'
export { readEvidence } from './read-evidence.ts'
