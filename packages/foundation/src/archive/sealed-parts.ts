import { createCipheriv, createDecipheriv, createHash, type KeyObject } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { deriveKey } from '../storage/index.ts'
import type { ArchivedDayName } from './day-files.ts'

/*
 * A file of rows: a line that names the format, and parts. A part is lines of JSON, compressed, and sealed with
 * AES-256-GCM under the key of the file. The number of the part is the nonce, and the log, the table and the day are
 * authenticated. The file of keys has the places of the parts.
 */

const formatLine = Buffer.from('NANI ARCHIVE 1\n')
const tagBytes = 16
const maxPartBytes = 1 << 30
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

type Sealing = { key: KeyObject; context: Buffer }

/** `log`: the name of the log of a cell, so that no file of another archive opens in its place. Absent: that of home. */
export type NameInArchive = ArchivedDayName & { log?: string | undefined }

/** The key of one file. It is derived from the root key, so that a new master key opens the file as well. */
export const sealingOf = (rootKey: Buffer, salt: Buffer, { log, table, day }: NameInArchive): Sealing => {
  const names = [...(log === undefined ? [] : [log]), table, day]
  return {
    key: deriveKey(rootKey, ['archive', ...names].join(':'), salt),
    context: Buffer.from(['archive', ...names].join(' ')),
  }
}

const nonceOf = (part: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(part, 8)
  return nonce
}

export type WrittenFile = { bytes: number; sha256: string }
export type PartsWriter = {
  /** Returns the number of the part. */
  write(text: string): Promise<number>
  /** Waits for the disk. The places are those of each part, and the end. */
  close(): Promise<WrittenFile & { places: number[] }>
}

/** Only the owner of the process may read the file. */
export const writeParts = async (path: string, { key, context }: Sealing): Promise<PartsWriter> => {
  const handle = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  const places: number[] = []
  let bytes = 0
  const append = async (chunk: Buffer) => {
    await handle.appendFile(chunk)
    hash.update(chunk)
    bytes += chunk.length
  }
  await append(formatLine)
  return {
    async write(text) {
      const part = places.length
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(part))
      cipher.setAAD(context)
      const sealed = Buffer.concat([cipher.update(await compress(text)), cipher.final()])
      places.push(bytes)
      await append(Buffer.concat([cipher.getAuthTag(), sealed]))
      return part
    },
    async close() {
      await handle.sync()
      await handle.close()
      return { bytes, sha256: hash.digest('hex'), places: [...places, bytes] }
    },
  }
}

/** The text of a part. Throws if it was changed, moved or sealed under another key. */
export const readPart = async (
  handle: FileHandle,
  { key, context }: Sealing,
  { part, from, until }: { part: number; from: number; until: number },
): Promise<string> => {
  const length = until - from
  if (length < tagBytes || length > maxPartBytes) throw new Error(`The part ${part} has no length.`)
  const sealed = Buffer.alloc(length)
  const { bytesRead } = await handle.read(sealed, 0, length, from)
  if (bytesRead !== length) throw new Error(`The file ends within the part ${part}.`)
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(part), { authTagLength: tagBytes })
  decipher.setAAD(context)
  decipher.setAuthTag(sealed.subarray(0, tagBytes))
  const opened = Buffer.concat([decipher.update(sealed.subarray(tagBytes)), decipher.final()])
  return (await decompress(opened)).toString('utf8')
}
