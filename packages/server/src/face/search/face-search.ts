import type { Template } from '../engine.ts'

/**
 * An enrolled template. `id` numbers the enrolment in the database (a `bigint generated … as identity` will do): a positive
 * safe integer that stays its own and is never used again.
 * One identity may have several.
 */
export type EnrolledTemplate = { id: number; vector: Float32Array }

/** `vector` null: it may not be found any more (revoked). */
export type TemplateChange = { id: number; vector: Float32Array | null }

/**
 * The truth of what may be found: the database, decrypted. It holds templates of one model; who of them is certified at the
 * moment is for the owner to look up. Changes are numbered in the order in which they became visible; telling one twice does no harm.
 */
export type TemplateSource = {
  /** Everything that may be found now. It has at least what changed up to `version`. */
  readAll(): Promise<{ version: number; batches: AsyncIterable<readonly EnrolledTemplate[]> }>
  /** The next changes, as many as suit the source; none, and the same version, when nothing is newer. */
  changesSince(version: number): Promise<{ version: number; changes: readonly TemplateChange[] }>
}

/** `cosine`: within 0.002 of the templates as enrolled, since they are kept in eight bits. */
export type FaceCandidate = { id: number; cosine: number }

export type FaceSearchStats = {
  templates: number
  version: number
  /** In memory that all workers share, or mapped; what the heap has of it is not counted. */
  bytes: number
}

/**
 * The enrolled faces that are most alike, whoever keeps them: a scan, a graph or a distributed engine.
 * What `search` finds was to be found at `version`: the owner looks again at what the database says of the candidates.
 */
export type FaceSearch = {
  readonly modelId: string
  /** The `k` most alike, best first. Throws when the model is another one; refuses as `overloaded` when too many wait. */
  search(template: Template, k: number): Promise<FaceCandidate[]>
  /**
   * Takes what the source has newer: once at the start, then whenever the database tells of a change. When it resolves,
   * every change that was there at the call is seen by the next search. Calls at the same time share their reads.
   */
  catchUp(): Promise<void>
  /** Keeps what the next process need not build again; nothing to do for a scan or a distributed engine. */
  save(): Promise<void>
  stats(): FaceSearchStats
  close(): Promise<void>
}
