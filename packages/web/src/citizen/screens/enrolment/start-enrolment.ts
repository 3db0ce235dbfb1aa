import { call } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import type { Language } from '../../texts/languages.ts'
import { type RememberedEnrolment, rememberEnrolment } from './enrolment-memory.ts'

/** Begins an enrolment, with a message if one is possible now. A reload goes on with it. */
export const startEnrolment = async (
  identifier: string,
  language: Language,
): Promise<RememberedEnrolment> => {
  const { id, next_message_at: nextMessageAt } = await call<{ id: string; next_message_at: string }>(
    ...(['POST', '/enrolments', { identifier, language }] as const),
  )
  const enrolment = { id, identifier, nextMessageAt }
  rememberEnrolment(enrolment)
  return enrolment
}

/** When a message can leave, if that was the reason of the refusal; else null. */
export const delayedUntil = (thrown: unknown): string | null =>
  thrown instanceof ApiError && thrown.code === 'message_delayed'
    ? String(thrown.context.next_message_at)
    : null
