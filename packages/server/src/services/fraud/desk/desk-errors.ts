import { OperatorError } from '@nani/foundation/core/index.ts'

type Context = Readonly<Record<string, unknown>>

/** The sentence of each refusal. The catalogue of operator errors has the meaning of its code and the next step. */
const messages = {
  case_not_found: ({ fraud_case: given }: Context) =>
    given === undefined ? 'There is no such case.' : `There is no case ${given}.`,
  /** Both environments have a case of this number. */
  case_ambiguous: ({ fraud_case: given }: Context) => `The sandbox and production have a case ${given}.`,
  /** The status of the case does not allow the act. */
  case_status_not_allowed: ({ status }: Context) => `The act is not possible while the case is ${status}.`,
  case_erased: () => 'The data of the case is erased.',
  case_is_duplicate: ({ duplicate_of: other }: Context) => `The other case is a duplicate of ${other}.`,
  duplicate_of_itself: () => 'The case and its duplicate are the same case.',
  no_proposal: () => 'No decision is proposed for the case.',
  proposal_exists: ({ by }: Context) => `${by} has already proposed a decision.`,
  /** One person proposes, another decides. */
  second_person_required: ({ by }: Context) => `${by} proposed the decision, so another person must decide.`,
  /** The same account of the operating system cannot act as two people. */
  second_account_required: () => 'The proposal was made from the same account of the operating system.',
  /** A party is not the one that the register has under its number. */
  identity_unclear: ({ parties }: Context) =>
    `These parties do not match the register: ${[parties].flat().map(victimText).join(', ')}.`,
  victim_not_found: ({ victim, victims }: Context) =>
    `The case has no victim ${victim}. Victims that can be chosen: ${[victims].flat().join(', ') || 'none'}.`,
  no_objection: () => 'No objection to the case is open.',
  objection_exists: ({ by }: Context) => `${by} has already recorded an objection, which is not decided.`,
  /** Those who proposed or decided something about the case do not decide about an objection to it. */
  uninvolved_person_required: ({ by }: Context) =>
    `${by} took part in a decision on the case. Another person must decide about the objection.`,
  false_report_exists: () => 'Two people have already found that the report is false.',
  supervisor_required: () => 'Only a supervisor may reopen a decided case.',
  reason_required: () => 'The reason or the text is empty.',
  text_too_long: ({ max }: Context) => `The text is longer than ${max} characters.`,
  evidence_not_found: ({ position }: Context) => `The case has no file of evidence ${position}.`,
  evidence_infected: ({ malware }: Context) => `The file contains malware: ${malware}.`,
  evidence_not_rendered: ({ reason }: Context) => `The file cannot be rendered: ${reason}.`,
  scanner_unavailable: ({ reason }: Context) => `The file could not be scanned: ${reason}.`,
  value_invalid: ({ field, allowed }: Context) =>
    `The value of ${field} is not allowed. It is one of ${[allowed].flat().join(', ')}.`,
} as const

const victimText = (party: unknown): string => (party === 'subject' ? 'the subject' : `victim ${party}`)

/** Why an act on a case was not done. */
export type DeskError = keyof typeof messages

/** An act that a rule refuses. */
export class DeskRefusal extends OperatorError {
  declare readonly code: DeskError
  constructor(code: DeskError, context: Context = {}) {
    super(code, messages[code](context), { data: context })
  }
}
