import type { Endpoint, Exchange, Pipeline } from '../gateway/index.ts'

/** What answers the calls of the applications of a cell. */
export type CellAnswers = {
  pipeline: Pipeline
  endpoints: readonly Endpoint[]
  record(exchange: Exchange): Promise<void>
}

/** Where the rows of an application are, by its API key. Nothing is asked of a database. */
export type CellRouter = {
  /** Null: in home. `away`: in a cell that cannot be used now. */
  find(apiKey: unknown): CellAnswers | 'away' | null
}

export const noCells: CellRouter = { find: () => null }
