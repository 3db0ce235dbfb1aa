/** What a code means, and what an operator does next. The next step names settings and files, never a command. */
export type OperatorErrorEntry = { meaning: string; next: string }

export const entry = (meaning: string, next: string): OperatorErrorEntry => ({ meaning, next })
