import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'

/** Seals positions in lists, and opens exactly the cursors that it sealed for the same list. */
export type Cursors = {
  seal(position: number, list: CursorList): string
  /** Throws `invalid_request` for any other text. */
  open(cursor: string, list: CursorList): number
}

/** A cursor is valid for one list of one application only. */
export type CursorList = { applicationId: string; resource: string }

const positionBytes = 4
const macBytes = 16
const cursorBytes = positionBytes + macBytes

/** The position and the first 128 bits of its HMAC-SHA256, in base64url (spec/request-modes#paging). */
export const createCursors = (key: KeyObject): Cursors => {
  const sealed = (position: Uint8Array, { applicationId, resource }: CursorList): Buffer => {
    const mac = createHmac('sha256', key)
      .update(JSON.stringify([applicationId, resource]))
      .update(position)
      .digest()
    return Buffer.concat([position, mac.subarray(0, macBytes)])
  }
  return {
    seal(position, list) {
      const bytes = Buffer.alloc(positionBytes)
      bytes.writeUInt32BE(position)
      return sealed(bytes, list).toString('base64url')
    },
    open(cursor, list) {
      const bytes = Buffer.from(cursor, 'base64url')
      // Base64 has several spellings of the same bytes. Only the one that was issued is accepted.
      const canonical = bytes.length === cursorBytes && bytes.toString('base64url') === cursor
      if (!canonical || !timingSafeEqual(sealed(bytes.subarray(0, positionBytes), list), bytes)) {
        throw new Refusal('invalid_request', { field: 'cursor' })
      }
      return bytes.readUInt32BE()
    },
  }
}
