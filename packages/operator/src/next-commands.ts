import type { Refusal, RefusalCode } from '@nani/foundation/core/index.ts'

/** The commands and options that help after an error, by code. */
export const nextCommands: Partial<Record<RefusalCode, string>> = {
  application_not_found: 'Run: nani applications list',
  application_not_named: 'Name it with --application ID. The ids are in: nani applications list',
  audit_entry_not_logged: 'Run: nani audit check',
  case_ambiguous: 'Name it with --environment sandbox or --environment production.',
  case_not_found: 'Run: nani cases list',
  no_objection: 'Run: nani cases objection CASE --reason TEXT',
  no_proposal: 'Run: nani cases propose CASE STATUS --reason TEXT',
  certificate_not_found: 'Run: nani applications show ID',
  cell_has_entries: 'To remove it after that, repeat with --entries-kept',
  cell_not_found: 'Run: nani cells list',
  citus_missing: 'To see the SQL only: nani database distribute --print',
  credit_model_not_proposed: 'Run: nani credit-model list',
  disposition_not_found: 'Run: nani dispositions set SCREENING POSITION DISPOSITION --reason TEXT',
  face_calibration_not_proposed: 'Run: nani face calibration list',
  identity_unclear: 'Repeat with --despite-mismatch REASON. A proposal without it must be rejected first.',
  index_not_built: 'Run: nani database migrate',
  list_address_missing: 'Run: nani lists import LIST FILE',
  list_dropped: 'To accept the removal, repeat with --accept-drop',
  list_not_found: 'Run: nani lists status',
  list_unknown_format: 'To name the format, repeat with --format FORMAT',
  lists_not_in_use_everywhere: 'To wait again, repeat the import or run: nani lists refresh',
  master_key_required:
    'A key that an earlier release stored in the database is printed by: nani master-key export',
  master_key_wrong:
    'A key that an earlier release stored in the database is printed by: nani master-key export',
  monitor_not_found: 'Run: nani monitors list',
  records_refused: 'To write all refused records to a file, repeat with --rejected FILE',
  schema_behind: 'Run: nani database migrate',
  webhook_endpoint_not_found: 'Run: nani webhooks set URL',
}

/** The next step after an error: the sentence of the error, and the command to run. */
export const nextStep = ({ code, next, context }: Pick<Refusal, 'code' | 'next' | 'context'>): string => {
  const isDone = code === 'records_refused' && typeof context.rejectedFile === 'string'
  const command = isDone ? undefined : nextCommands[code]
  return command ? `${next}\n${command}` : next
}
