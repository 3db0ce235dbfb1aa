import type { EnrolledTemplate, TemplateChange, TemplateSource } from '../face-search.ts'

/** The same sequence of numbers, 0 to 1, for the same seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed * 7_919 + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const ofLength1 = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** A template of a person. It resembles `like`, more closely if `share` is nearer to 1. */
export const templateOf = (
  seed: number,
  dimensions: number,
  like?: { vector: Float32Array; share: number },
): Float32Array => {
  const random = randomFrom(seed)
  const own = ofLength1(Float32Array.from({ length: dimensions }, () => random() + random() - 1))
  if (!like) return own
  return ofLength1(own.map((value, index) => (1 - like.share) * value + like.share * like.vector[index]!))
}

export const cosineOf = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)

/** A source in memory, with one change for each call. */
export class SourceInMemory implements TemplateSource {
  readonly templates = new Map<number, Float32Array>()
  readonly reads: string[] = []
  readonly #changes: TemplateChange[] = []

  tell(...changes: TemplateChange[]): void {
    for (const change of changes) {
      this.#changes.push(change)
      if (change.vector === null) this.templates.delete(change.id)
      else this.templates.set(change.id, change.vector)
    }
  }

  async readAll() {
    this.reads.push('all')
    const templates = [...this.templates].map(([id, vector]): EnrolledTemplate => ({ id, vector }))
    return { version: this.#changes.length, batches: batchesOf(templates) }
  }

  async changesSince(version: number) {
    this.reads.push(`since ${version}`)
    const changes = this.#changes.slice(version, version + 3)
    return { version: version + changes.length, changes }
  }
}

const batchesOf = async function* (templates: readonly EnrolledTemplate[]) {
  for (let at = 0; at < templates.length; at += 100) yield templates.slice(at, at + 100)
}
