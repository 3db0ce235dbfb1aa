import { canonicalRow, canonicalTime } from '../../app/audit/index.ts'

/** The members of an act in canonical form, in the order of RFC 8785. */
export const canonicalActMembers = [
  ...['account', 'act_number', 'action', 'actor', 'actor_kind', 'after', 'at', 'before'],
  ...['organization_id', 'origin', 'subject'],
]

/**
 * An act of `acts e` as text in the canonical form of RFC 8785. The values before and after it are the text that the database
 * has for them, as strings: its JSON has another form.
 */
export const canonicalAct: string = canonicalRow(canonicalActMembers, {
  act_number: 'e.act_number::text',
  after: 'to_json(e.after::text)::text',
  at: canonicalTime,
  before: 'to_json(e.before::text)::text',
})
