import { nextTurn } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'

/** Encrypts a value as JSON. The context binds it to its row. */
export const sealJson = (vault: Vault, value: unknown, context: string): Buffer =>
  vault.seal(Buffer.from(JSON.stringify(value)), context)

/** A value longer than this is sealed in several turns of the event loop. */
const charactersOfTurn = 192 * 1024

/** The same for a value that may have megabytes. Other callers are served between the steps. */
export const sealLargeJson = async (vault: Vault, value: unknown, context: string): Promise<Buffer> => {
  const text = JSON.stringify(value)
  if (text.length <= charactersOfTurn) return vault.seal(Buffer.from(text), context)
  await nextTurn()
  const bytes = Buffer.from(text)
  await nextTurn()
  return vault.sealInPieces(bytes, context, nextTurn)
}

export const openJson = <Value>(vault: Vault, sealed: Buffer, context: string): Value =>
  JSON.parse(vault.open(sealed, context).toString('utf8')) as Value
