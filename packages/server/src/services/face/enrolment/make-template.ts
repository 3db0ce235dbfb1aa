import { Refusal } from '../../../core/index.ts'
import type { FaceEngine, Template } from '../../../face/index.ts'

/** Why a photograph is not enrolled: the code of its refusal, and what is wrong with it. */
export type Unusable = { code: string; problems: readonly string[] }

/** Enrolment is a controlled capture, by an officer: it is not asked whether the photograph is live. */
export const makeTemplate = async (
  photograph: Uint8Array,
  engine: Pick<FaceEngine, 'analyse'>,
): Promise<Template | Unusable> => {
  try {
    return (await engine.analyse(photograph, { liveness: 'none' })).template
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, context } = error
    if (code !== 'overloaded') return { code, problems: (context.problems ?? []) as readonly string[] }
    // Of this photograph alone, and very likely again at the next try: the thousands behind it are not held up by it.
    if (context.reason === 'took_too_long') return { code, problems: [context.reason] }
    throw error
  }
}
