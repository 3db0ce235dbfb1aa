import { type NoteKey, readVerifierKey } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'

/** The published key of a log or a witness. */
export const readKey = (text: string): NoteKey => {
  try {
    return readVerifierKey(text.trim())
  } catch (error) {
    throw new Refusal('audit_key_invalid', (error as Error).message)
  }
}
