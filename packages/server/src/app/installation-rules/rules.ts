import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

/**
 * The rules that a start of the server sets, with the variable of the start. A person must not become two by a variable
 * of a command (docs/threat-model.md#two-people). `strict` is the value where no start has set the rule.
 */
export const installationRules = {
  /** Whether the installation is a demo: one account of the operating system may act as two people. */
  demo: { variable: 'NANI_DEMO', strict: false },
  /** Whether two people confirm or escalate a fraud case (spec/fraud#two-people). */
  fraud_two_people: { variable: 'NANI_FRAUD_TWO_PEOPLE', strict: true },
  /** Whether the enrolment of faces refuses files of unknown origin (docs/face-recognition.md#enrolment). */
  face_files_refused: { variable: 'NANI_FACE_REFUSE_FILES', strict: false },
  /** Whether production uses face models whose training data is unknown (docs/face-models.md#production). */
  face_models_accepted: { variable: 'NANI_FACE_MODELS_ACCEPTED', strict: false },
} as const

export type InstallationRule = keyof typeof installationRules
export type InstallationRules = Record<InstallationRule, boolean>

export const readRules = async (database: Database): Promise<InstallationRules> => {
  const { rows } = await database.query<{ rule: string; value: boolean }>(
    'select rule, value from installation_rules',
  )
  const stored = new Map(rows.map(({ rule, value }) => [rule, value]))
  const valueFor = (rule: InstallationRule) => stored.get(rule) ?? installationRules[rule].strict
  return {
    demo: valueFor('demo'),
    fraud_two_people: valueFor('fraud_two_people'),
    face_files_refused: valueFor('face_files_refused'),
    face_models_accepted: valueFor('face_models_accepted'),
  }
}

/** What each value of a rule means for an operator. */
const meanings: Record<InstallationRule, Record<'true' | 'false', string>> = {
  demo: { true: 'is a demo', false: 'is no demo' },
  fraud_two_people: {
    true: 'needs two people for a decision about a fraud case',
    false: 'lets one person decide about a fraud case alone',
  },
  face_files_refused: {
    true: 'refuses to enrol photographs of unknown origin',
    false: 'enrols photographs of unknown origin',
  },
  face_models_accepted: {
    true: 'accepts face models whose training data is unknown',
    false: 'does not accept face models whose training data is unknown',
  },
}

/** Refuses a variable of a process that may not set the rule. `stated` is null where the variable is not set. */
export const requireStored = (rule: InstallationRule, stored: boolean, stated: boolean | null): void => {
  if (stated === null || stated === stored) return
  const { variable } = installationRules[rule]
  throw new Refusal(
    'installation_rule_differs',
    `${variable} of this process has another value than the installation, which ${meanings[rule][`${stored}`]}.`,
    { context: { variable, stored } },
  )
}
