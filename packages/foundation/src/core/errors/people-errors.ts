import { entry, type OperatorErrorEntry } from './operator-error-entry.ts'

/** Errors of accounts, organizations and their members. They are part of `operatorErrors`. */
export const peopleErrors = {
  not_signed_in: entry(
    'There is no session, it has ended, or the e-mail address and the password do not belong together.',
    'Sign in, and repeat.',
  ),
  second_factor_required: entry(
    'The act needs a second factor, or a second factor of the last five minutes.',
    'Give the second factor, and repeat. If the account has none, add one first.',
  ),
  too_many_attempts: entry(
    'There were too many attempts in fifteen minutes.',
    'Repeat after the time that the error names.',
  ),
  password_refused: entry(
    'The password has fewer than 12 or more than 128 characters, or it is a common one.',
    'Choose another password.',
  ),
  object_not_found: entry('There is no such object.', 'Compare the id with the list.'),
  changed_meanwhile: entry(
    'Another person changed the object in the meantime.',
    'Read the current object, and repeat the change with its version.',
  ),
  last_owner: entry(
    'The member is the last Owner of the organization.',
    'Give the role Owner to another member first.',
  ),
  state_conflict: entry(
    'The state of the object does not permit the act.',
    'Read the current state. The message names the condition.',
  ),
  organization_not_found: entry('There is no organization with this id.', 'Compare the id with the list.'),
} as const satisfies Record<string, OperatorErrorEntry>
