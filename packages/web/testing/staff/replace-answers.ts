import type { Answer, Answers } from '../contract-server.ts'

/** The answers with other bodies. A refusal stays. */
export const replaceBodies = (answers: Answers, replace: (body: unknown, call: string) => unknown): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => {
      const replaced = (one: Answer): Answer =>
        one.status === 200 ? { ...one, body: replace(one.body, call) } : one
      return [call, typeof answer === 'function' ? () => replaced(answer()) : replaced(answer)]
    }),
  )
