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
    if (!(error instanceof Refusal) || error.code === 'overloaded') throw error
    return { code: error.code, problems: (error.context.problems ?? []) as readonly string[] }
  }
}
