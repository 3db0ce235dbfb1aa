import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Vault } from '../../storage/index.ts'
import { emptyRow, type TemplateRows } from '../scan/template-rows.ts'
import type { GraphBuild } from './build-thread.ts'
import { type GraphIdentity, openGraph, sealGraph } from './graph-file.ts'
import { makeMappedDirectory } from './mapped-directory.ts'

export type GraphOptions = {
  /** The environment, or another name that separates graphs of one model. */
  name: string
  /** The encrypted file for the next start. Null: the graph is built at each start. */
  sealedFile: string | null
  /** A directory in memory (on Linux /dev/shm). All threads map the opened graph from there. */
  mappedDirectory: string
  vault: Vault
  /** Number of candidates that a search examines. A larger number finds better matches. */
  breadth?: number
  /** A graph is created or extended when this many rows are outside it. Until then they are scanned. */
  growBy?: number
  buildThreads?: number
  /**
   * Called if a build failed (the next change tries again) or a file does not open. Until then all rows are scanned.
   */
  onFailure: (error: unknown) => void
}

const breadthByDefault = 384
const growByDefault = 100_000
/** A graph with a larger share of empty rows is built again. */
const maxEmpty = 0.2

type Built = { path: string; rows: number; filled: number; bytes: number }

/** The graph over the first rows. A graph never changes. An extended one replaces it. */
export class LiveGraph {
  readonly #options: Required<GraphOptions>
  readonly #identity: GraphIdentity
  readonly #rows: TemplateRows
  #directory: string | null = null
  #built: Built | null = null
  #before: Built | null = null
  #worker: Worker | null = null
  #build: Promise<void> | null = null
  #nextFile = 1

  constructor(options: GraphOptions, of: { modelId: string; dimensions: number }, rows: TemplateRows) {
    this.#options = { breadth: breadthByDefault, growBy: growByDefault, buildThreads: 1, ...options }
    this.#identity = { ...of, name: options.name }
    this.#rows = rows
  }

  /** The graph that threads search, and the first row that they scan. */
  get view(): { graph: { path: string; breadth: number } | null; scanFrom: number } {
    if (this.#built === null) return { graph: null, scanFrom: 0 }
    return { graph: { path: this.#built.path, breadth: this.#options.breadth }, scanFrom: this.#built.rows }
  }

  get bytes(): number {
    return this.#built?.bytes ?? 0
  }

  /** Loads a stored graph. Its rows then wait for their templates. */
  async open(): Promise<void> {
    this.#directory = await makeMappedDirectory(this.#options.mappedDirectory)
    const { sealedFile, vault } = this.#options
    if (sealedFile === null) return
    const path = this.#newPath()
    // A graph can be built again. A file that does not open (another key, damaged) is reported and ignored.
    const stored = await openGraph(sealedFile, this.#identity, path, vault).catch((error: unknown) => {
      this.#options.onFailure(error)
      return null
    })
    if (stored === null) return rm(path, { force: true })
    const filled = stored.ids.filter((id) => id !== emptyRow).length
    if (filled < (1 - maxEmpty) * stored.ids.length) return rm(path)
    this.#rows.promise(stored.ids)
    this.#built = { path, rows: stored.ids.length, filled, bytes: (await stat(path)).size }
  }

  /** Creates or extends the graph in the background when it is due. */
  growWhenDue(): void {
    if (this.#build !== null || this.#directory === null) return
    const { rows, filled } = this.#built ?? { rows: 0, filled: 0 }
    const isDue = this.#rows.used - rows >= this.#options.growBy
    const isHollow = this.#rows.filledBefore(rows) < (1 - maxEmpty) * filled
    if (!isDue && !isHollow) return
    this.#build = this.#grow(isHollow ? null : this.#built)
      .catch(this.#options.onFailure)
      .finally(() => {
        this.#build = null
      })
  }

  async settled(): Promise<void> {
    // A caller that waits for it keeps the process alive. Building alone does not.
    this.#worker?.ref()
    await this.#build
  }

  async save(): Promise<void> {
    const { sealedFile, vault } = this.#options
    if (sealedFile === null || this.#built === null) return
    const { path: graphPath, rows } = this.#built
    await sealGraph(sealedFile, this.#identity, { ids: this.#rows.idsBefore(rows), graphPath }, vault)
  }

  async close(): Promise<void> {
    const directory = this.#directory
    this.#directory = null
    await this.#worker?.terminate()
    await this.#build
    if (directory !== null) await rm(directory, { recursive: true, force: true })
  }

  async #grow(base: Built | null): Promise<void> {
    const to = this.#rows.used
    // Rows that are read here must not be filled with another person's template.
    this.#rows.fillOnlyFrom(to)
    const path = this.#newPath()
    await this.#runBuild({
      slabs: this.#rows.slabs,
      dimensions: this.#identity.dimensions,
      base: base?.path ?? null,
      from: base?.rows ?? 0,
      to,
      path,
      threads: this.#options.buildThreads,
    })
    // A running search can be about to open the previous graph. Searches of the graph before that one have ended.
    if (this.#before !== null) await rm(this.#before.path, { force: true })
    this.#before = this.#built
    this.#built = { path, rows: to, filled: this.#rows.filledBefore(to), bytes: (await stat(path)).size }
  }

  #runBuild(build: GraphBuild): Promise<void> {
    const worker = new Worker(new URL('./build-thread.ts', import.meta.url), { workerData: build })
    worker.unref()
    this.#worker = worker
    return new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error('the thread that builds the graph was ended')),
      )
    })
  }

  #newPath(): string {
    if (this.#directory === null) throw new Error('the graph is closed')
    return join(this.#directory, `${this.#nextFile++}.usearch`)
  }
}
