import { auditLogErrors } from './audit-log-errors.ts'
import { fraudCaseErrors } from './fraud-case-errors.ts'
import { installationErrors } from './installation-errors.ts'
import { entry, type OperatorErrorEntry } from './operator-error-entry.ts'
import { peopleErrors } from './people-errors.ts'
import { scoreErrors } from './score-errors.ts'

export type { OperatorErrorEntry } from './operator-error-entry.ts'

/**
 * Every error that an operator can repair. The page docs/operator-errors.md repeats this catalogue, and a test compares
 * them. The message of an error is about the one case; the entry is about the code.
 */
export const operatorErrors = {
  ...installationErrors,
  payment_provider_unavailable: entry(
    'The payment provider did not accept the request.',
    'Repeat the command later. If the payer pays twice, the second amount is credited to the wallet.',
  ),
  not_permitted: entry(
    'The roles of the operator do not permit the act.',
    'Ask an operator with one of the named roles.',
  ),
  file_not_found: entry('A file does not exist.', 'Check the path.'),
  file_unusable: entry('A file cannot be used as it is.', 'Correct the file, and repeat.'),
  file_exists: entry(
    'A file that would be written exists already. It may be the only copy of a key.',
    'Name another directory, or move the file away.',
  ),
  value_invalid: entry('A value is not allowed.', 'Correct the value, and repeat.'),
  application_not_found: entry('There is no application with this id.', 'Compare the id with the list.'),
  application_not_named: entry(
    'No application was named, and this installation has no demo application.',
    'Name the application by its id.',
  ),
  application_logo_invalid: entry(
    'The file cannot be the logo of an application.',
    'Use a PNG or JPEG of at most 1 MB and at least 64 by 64 pixels.',
  ),
  application_setting_invalid: entry(
    'A setting of an application has a value that is not allowed.',
    'Use one of the values that the message names.',
  ),
  certificate_not_found: entry(
    'The application has no valid certificate with this thumbprint.',
    'Compare the thumbprint with those of the application.',
  ),
  certificate_request_invalid: entry(
    'The certificate signing request cannot be accepted.',
    'Create another signing request, for example with: openssl req -new',
  ),
  billing_object_not_found: entry(
    'The organization has no such invoice, payment or request.',
    'Compare the id with the list.',
  ),
  billing_value_invalid: entry(
    'A value of a billing command is not allowed.',
    'Correct the value, and repeat.',
  ),
  billing_books_differ: entry(
    'The charges, the ledger and the invoices of an organization contradict each other.',
    'Keep the output, and find the cause before any invoice is issued.',
  ),
  billing_conflict: entry(
    'The state of the invoice, the payment or the wallet does not permit the act.',
    'Read the current state first.',
  ),
  webhook_endpoint_not_found: entry(
    'The application has no webhook endpoint.',
    'Register an endpoint first.',
  ),
  webhook_endpoint_invalid: entry(
    'The URL or the event types of a webhook endpoint are not allowed.',
    'Use a public https URL and event types that the message names.',
  ),
  event_not_found: entry(
    'The application has no such event of the last 30 days.',
    'Check the id of the event and the application.',
  ),
  monitor_not_found: entry(
    'The application has no running monitor with this id.',
    'Compare the id with the list.',
  ),
  dispute_not_found: entry('There is no dispute with this id.', 'Compare the id with the list.'),
  dispute_answered: entry(
    'The dispute has the maximum of answers.',
    'Read the answers. A further answer is not possible.',
  ),
  consent_not_found: entry(
    'There is no consent, and no request for one, with this id.',
    'Compare the id with the list.',
  ),
  consent_not_pending: entry(
    'The request for a consent is answered or ended already.',
    'Read the request again. A new answer is not possible.',
  ),
  consent_not_valid: entry('There is no valid consent to revoke.', 'Read the consent again.'),
  consent_of_citizen: entry(
    'In production only the citizen answers a request for a consent.',
    'Ask the citizen to answer in the app. You can revoke a consent, with a reason.',
  ),
  hit_not_found: entry(
    'The application has no such hit.',
    'Check the id and the position. A screening is stored for 30 days. Its hits are counted from 0.',
  ),
  disposition_not_found: entry('There is no decision about the hit.', 'Decide about the hit first.'),
  list_not_found: entry(
    'There is no screening list with this id.',
    'Use one of the ids that the message names.',
  ),
  list_address_missing: entry(
    'The list has no address to download it from.',
    'Import the list from a file, or set its address in NANI_LIST_ADDRESSES.',
  ),
  list_unreadable: entry(
    'A file of the list is damaged or incomplete, or it is another kind of file.',
    'Download the file again. The current version remains in use.',
  ),
  list_older: entry(
    'The file is older than a version that is or was in use.',
    'Use a newer file. The current version remains in use.',
  ),
  list_dropped: entry(
    'More than a tenth of the entries would be removed.',
    'Check the file. If it is correct, accept the removal. The current version remains in use.',
  ),
  list_empty: entry(
    'The list has no entries.',
    'Check that the file is complete. The current version remains in use.',
  ),
  list_too_large: entry(
    'The list or one of its entries exceeds a maximum.',
    'Check the file. The current version remains in use.',
  ),
  list_unknown_format: entry(
    'The format of the file is unknown, or the list does not accept it.',
    'Name a format that the list accepts. The current version remains in use.',
  ),
  lists_not_refreshed: entry(
    'Some lists could not be downloaded or imported. The others are refreshed.',
    'Read the reason of each list, and repeat.',
  ),
  lists_not_in_use_everywhere: entry(
    'The import is complete, but some processes do not use it yet.',
    'These processes use it as soon as they can. If they do not, read their logs or restart them.',
  ),
  register_file_unusable: entry(
    'The import file cannot be read past a line.',
    'Correct the file, and import it again. The records before that line are written.',
  ),
  records_refused: entry(
    'The import is complete, but some records of the file were refused.',
    'Correct these records and import them again.',
  ),
  import_interrupted: entry(
    'The import stopped before the end of the file.',
    'Repeat the import to continue.',
  ),
  citizen_not_found: entry(
    'The register has no citizen with this identifier.',
    'Check the type and the value.',
  ),
  case_not_found: entry(
    'There is no fraud case with this id or number in the environment.',
    'Check the number and the environment.',
  ),
  case_ambiguous: entry('Both environments have a case of this number.', 'Name the environment.'),
  case_status_not_allowed: entry(
    'The status of the case does not allow the act.',
    'Read the case. The page of the desk lists the acts of each status.',
  ),
  case_erased: entry(
    'The retention of the case has ended, and its key is erased.',
    'No part of the case can be read. Report the fraud again if it continues.',
  ),
  case_is_duplicate: entry(
    'The other case is itself a duplicate.',
    'Merge into the case that the message names.',
  ),
  duplicate_of_itself: entry('A case cannot be a duplicate of itself.', 'Name another case.'),
  no_proposal: entry('No decision is proposed for the case.', 'Propose a decision first.'),
  proposal_exists: entry(
    'A decision is already proposed for the case.',
    'Accept or reject that proposal first.',
  ),
  ...auditLogErrors,
  ...fraudCaseErrors,
  ...scoreErrors,
  ...peopleErrors,
  second_person_required: entry(
    'The person who proposed a decision cannot make it.',
    'Ask another investigator to decide.',
  ),
  second_account_required: entry(
    'The same account of the operating system made the proposal.',
    'The other person must log in to the machine with another account, and repeat.',
  ),
  supervisor_required: entry('Only a supervisor may reopen a decided case.', 'Ask a supervisor.'),
  reason_required: entry('The act needs a reason or a text.', 'Repeat with a reason or a text.'),
  text_too_long: entry('A text is longer than the maximum.', 'Shorten the text.'),
  evidence_not_rendered: entry(
    'The file cannot be rendered for viewing.',
    'Save the sealed original, and open it only on an isolated machine.',
  ),
  scanner_unavailable: entry(
    'The scanner of NANI_CLAMD did not answer, or refused the file. The file is not served.',
    'Start the scanner, or correct NANI_CLAMD. Then repeat.',
  ),
} as const satisfies Record<string, OperatorErrorEntry>

export type RefusalCode = keyof typeof operatorErrors
