import type { FaceEngine, Template } from '@nani/engines/face-engine/index.ts'
import { isForCallers } from '@nani/foundation/core/index.ts'

/** The reason why a photograph is not enrolled: the code of its refusal, and its problems. */
export type Unusable = { code: string; problems: readonly string[] }

/** Enrolment is a controlled capture by an officer, so liveness is not checked. */
export const makeTemplate = async (
  photograph: Uint8Array,
  engine: Pick<FaceEngine, 'analyse'>,
): Promise<Template | Unusable> => {
  try {
    return (await engine.analyse(photograph, { liveness: 'none' })).template
  } catch (error) {
    if (!isForCallers(error)) throw error
    const { code, context } = error
    if (code !== 'overloaded') return { code, problems: (context.problems ?? []) as readonly string[] }
    // The photograph itself is probably slow, also in a retry. It must not block the next thousands.
    if (context.reason === 'took_too_long') return { code, problems: [context.reason] }
    throw error
  }
}
