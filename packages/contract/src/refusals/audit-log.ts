import { commandOnly, type RefusalEntry } from './entry.ts'

/** The refusals of the transparency log of the audit entries, and of witnesses. */
export const auditLogRefusals = {
  audit_log_not_started: commandOnly(
    'The transparency log of the audit entries has no key or no checkpoint yet.',
    'Start the installation, and repeat after some seconds.',
  ),
  audit_entry_not_found: commandOnly(
    'No audit entry has this id, or it is past its retention.',
    'Give the id of a request or of a result, as a response named it.',
  ),
  audit_entry_not_logged: commandOnly(
    'The audit entry is not in the transparency log.',
    'An entry enters within seconds while the installation runs. If this one is older, check the log.',
  ),
  audit_proof_invalid: commandOnly(
    'The proof does not hold: the entry, the checkpoint or the key is another one.',
    'Compare the key with the one that was published. Keep the file as evidence.',
  ),
  audit_log_contradicted: commandOnly(
    'Audit entries contradict the transparency log.',
    'Keep the output and the database as they are, and follow the page docs/proof.md.',
  ),
  audit_key_invalid: commandOnly(
    'The text is not the key of a log or of a witness.',
    'Give the key as it was published: NAME+ID+KEY.',
  ),
  witness_in_use: commandOnly(
    'Another process uses the folder of the witness.',
    'End that process. If none runs, remove the file that the message names.',
  ),
} as const satisfies Record<string, RefusalEntry>
