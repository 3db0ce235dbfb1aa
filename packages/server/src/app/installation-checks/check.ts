/** `attention`: it works, and an operator should know it. */
export type Finding = { state: 'ok' | 'attention' | 'failed'; message: string; next?: string }

/** One check of an installation. An error that it throws is a failed check. */
export type Check<On> = { name: string; run(on: On): Promise<Finding> | Finding }
