import { entry, type OperatorErrorEntry } from './operator-error-entry.ts'

/** Errors of decisions on fraud cases, of objections and of false reports. They are part of `operatorErrors`. */
export const fraudCaseErrors = {
  identity_unclear: entry(
    'A party of the case does not match the register, and a decision would list it.',
    'Read the comparison of the case. Dismiss the case, or give a reason why it is right despite the mismatch. Both people give it.',
  ),
  evidence_not_found: entry(
    'The case has no file of evidence at this position.',
    'Read the case. Its files are counted from 0.',
  ),
  evidence_infected: entry(
    'A scanner found malware in the file. It stays sealed.',
    'Decide without the file, or ask the reporter for another one.',
  ),
  victim_not_found: entry(
    'A chosen victim is anonymous, or the case has no victim at this position.',
    'Read the victims of the case, and choose again.',
  ),
  no_objection: entry('No objection to the case is open.', 'Record an objection first.'),
  objection_exists: entry(
    'An objection to the case is not decided yet.',
    'Decide that objection. Add what is new to the case as a note.',
  ),
  uninvolved_person_required: entry(
    'The person or the account proposed or decided something about the case before.',
    'Ask a supervisor who took part in no decision on the case.',
  ),
  service_not_approved: entry(
    'The service is not approved for the application.',
    'Compare the application and the service.',
  ),
  service_not_suspended: entry(
    'The service is not suspended for the application.',
    'There is nothing to give back. Compare the application and the service.',
  ),
  false_report_exists: entry('The report is marked as false already.', 'There is nothing to do.'),
} as const satisfies Record<string, OperatorErrorEntry>
