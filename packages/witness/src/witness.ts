import {
  cosign,
  emptyRoot,
  isConsistent,
  isSignedBy,
  type NoteKey,
  type NoteSigner,
  noteSignatureBy,
  readWitnessRequest,
} from '@nani/engines/transparency-log/index.ts'
import type { Clock } from '@nani/foundation/core/index.ts'
import type { WitnessStore } from './witness-store.ts'

/** A response of the protocol C2SP tlog-witness. */
export type WitnessAnswer = { status: number; body: string; contentType: string }

export type WitnessOptions = {
  store: WitnessStore
  signer: NoteSigner
  /** The keys of the logs that it watches. The name of a key is the origin of its log, which may have several keys. */
  logs: readonly NoteKey[]
  clock: Clock
  onRefused(origin: string, why: string): void
}

const answer = (status: number, body = '', contentType = 'text/plain; charset=utf-8'): WitnessAnswer => ({
  ...{ status, body, contentType },
})

/**
 * Cosigns a checkpoint if it continues the one that it cosigned before. Requests about one log wait for each other, so
 * that the comparison and the write are one step.
 */
export const createWitness = (options: WitnessOptions) => {
  const turns = new Map<string, Promise<unknown>>()
  const inTurn = <Result>(origin: string, work: () => Promise<Result>): Promise<Result> => {
    const before = turns.get(origin) ?? Promise.resolve()
    const result = before.then(work, work)
    turns.set(origin, result)
    return result
  }
  return {
    /** `POST /add-checkpoint` */
    async addCheckpoint(body: string): Promise<WitnessAnswer> {
      let request: ReturnType<typeof readWitnessRequest>
      try {
        request = readWitnessRequest(body)
      } catch (error) {
        return answer(400, `${(error as Error).message}\n`)
      }
      const { origin } = request.checkpoint
      const keys = options.logs.filter(({ name }) => name === origin)
      if (keys.length === 0) return answer(404)
      const signing = keys.filter((key) => noteSignatureBy(request.note, key))
      // One line of a known key that is not valid refuses the whole note.
      if (signing.length === 0 || !signing.every((key) => isSignedBy(request.note, key))) return answer(403)
      return inTurn(origin, () => decide(options, signing, request, body))
    },
    /** `GET /{origin hash}/checkpoint` */
    async checkpointOf(hash: string): Promise<WitnessAnswer> {
      const latest = await options.store.latestByHash(hash)
      return latest ? answer(200, latest.note) : answer(404)
    },
  }
}
export type Witness = ReturnType<typeof createWitness>

type Request = ReturnType<typeof readWitnessRequest>

const decide = async (
  { store, signer, clock, onRefused }: WitnessOptions,
  keys: readonly NoteKey[],
  { oldSize, proof, checkpoint, note }: Request,
  body: string,
): Promise<WitnessAnswer> => {
  const { origin, size, root } = checkpoint
  if (oldSize > size) return answer(400, 'The old size is larger than the checkpoint.\n')
  const latest = await store.latest(origin)
  const known = latest?.size ?? 0
  const conflict = answer(409, `${known}\n`, 'text/x.tlog.size')
  // Whatever old size is stated: no log has two roots of one size.
  if (latest && size === known && root.toString('base64') !== latest.root) {
    await store.keepRefused('contradicting', note.text, body)
    onRefused(origin, `it was asked to cosign another root of ${size} leaves`)
    return oldSize === known ? answer(422) : conflict
  }
  if (oldSize !== known) {
    if (size < known) {
      await store.keepRefused('unproven', note.text, body)
      onRefused(origin, `it was asked to cosign ${size} leaves after ${known}`)
    }
    return conflict
  }
  const oldRoot = latest ? Buffer.from(latest.root, 'base64') : emptyRoot
  const isEmptyRight = size > 0 || root.equals(emptyRoot)
  if (!isEmptyRight || !isConsistent({ oldSize, oldRoot, size, root, proof })) {
    await store.keepRefused('unproven', note.text, body)
    onRefused(origin, `${size} leaves do not continue the ${known} that were cosigned`)
    return answer(422)
  }
  const atMs = clock.now()
  const line = cosign(note.text, atMs, signer)
  const ofLog = keys.map((key) => noteSignatureBy(note, key)?.line ?? '').join('')
  const signed = `${note.text}\n${ofLog}${line}`
  await store.keep(origin, { size, root: root.toString('base64'), note: signed }, atMs)
  return answer(200, line)
}
