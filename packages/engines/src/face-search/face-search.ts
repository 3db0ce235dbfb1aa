import type { Template } from '../face-engine/index.ts'

/**
 * An enrolled template. `id` is the number of the enrolment in the database (a `bigint generated … as identity`). It
 * is a positive safe integer and is never reused. One identity can have several templates.
 */
export type EnrolledTemplate = { id: number; vector: Float32Array }

/** `vector` null: the template is revoked and must not be found. */
export type TemplateChange = { id: number; vector: Float32Array | null }

/**
 * The source of the templates: the decrypted database. It has templates of one model. The caller checks which people
 * are certified now. Changes are numbered in the order in which they became visible. Reading one twice is harmless.
 */
export type TemplateSource = {
  /** All current templates. It includes at least the changes up to `version`. */
  readAll(): Promise<{ version: number; batches: AsyncIterable<readonly EnrolledTemplate[]> }>
  /**
   * The next changes, in groups of a size that the source chooses. Empty, with the same version, if there is no newer
   * change.
   */
  changesSince(version: number): Promise<{ version: number; changes: readonly TemplateChange[] }>
}

/** `cosine`: within 0.002 of the enrolled templates, because templates are stored with eight bits. */
export type FaceCandidate = { id: number; cosine: number }

export type FaceSearchStats = {
  templates: number
  version: number
  /** Bytes of shared memory, without the heap. */
  bytes: number
}

/**
 * Finds the most similar enrolled faces, by a scan or a distributed engine. The result of `search` reflects
 * `version`. The caller checks the candidates in the database again.
 */
export type FaceSearch = {
  readonly modelId: string
  /** The `k` most similar, best first. Throws if the model differs. Refuses as `overloaded` if too many wait. */
  search(template: Template, k: number): Promise<FaceCandidate[]>
  /**
   * Reads the newer changes of the source, at the start and after each notification. When it resolves, the next search
   * sees every change that existed at the call. Concurrent calls share their reads.
   */
  catchUp(): Promise<void>
  stats(): FaceSearchStats
  close(): Promise<void>
}
