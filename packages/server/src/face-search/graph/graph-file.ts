import { open } from 'node:fs/promises'
import type { Vault } from '../../storage/index.ts'
import { piecesOf, piecesOfFile, readSealed, writeSealed } from './sealed-file.ts'

/** The identity of a graph. Another model, build format or environment has another file. */
export type GraphIdentity = { modelId: string; dimensions: number; name: string }

const format = 1
const contextOf = ({ modelId, dimensions, name }: GraphIdentity) =>
  `face-graph:${format}:${name}:${modelId}:${dimensions}`

/** Stores an encrypted graph and the template id of each of its rows. */
export const sealGraph = async (
  path: string,
  identity: GraphIdentity,
  { ids, graphPath }: { ids: Float64Array; graphPath: string },
  vault: Vault,
): Promise<void> => {
  const pieces = async function* () {
    yield Buffer.from(JSON.stringify({ rows: ids.length }))
    yield* piecesOf(new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength))
    yield* piecesOfFile(graphPath)
  }
  await writeSealed(path, pieces(), vault, contextOf(identity))
}

/** Opens a graph that `sealGraph` stored, and writes it to `graphPath`. Null if none is stored. */
export const openGraph = async (
  path: string,
  identity: GraphIdentity,
  graphPath: string,
  vault: Vault,
): Promise<{ ids: Float64Array } | null> => {
  const pieces = readSealed(path, vault, contextOf(identity))
  try {
    const { value: head } = await pieces.next()
    if (head === undefined) throw new Error('a sealed graph without a head')
    const { rows } = JSON.parse(head.toString()) as { rows: number }
    const ids = new Float64Array(rows)
    await fill(new Uint8Array(ids.buffer), pieces)
    const file = await open(graphPath, 'wx', 0o600)
    try {
      for await (const piece of pieces) await file.writeFile(piece)
    } finally {
      await file.close()
    }
    return { ids }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  } finally {
    await pieces.return(undefined)
  }
}

const fill = async (bytes: Uint8Array, pieces: AsyncGenerator<Buffer>): Promise<void> => {
  let at = 0
  while (at < bytes.length) {
    const { value: piece } = await pieces.next()
    if (piece === undefined || at + piece.length > bytes.length)
      throw new Error('a sealed graph without its rows')
    bytes.set(piece, at)
    at += piece.length
  }
}
