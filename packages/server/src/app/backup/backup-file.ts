import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Random, Refusal } from '@nani/foundation/core/index.ts'

/*
 * A backup is one file: a line that names the format, a salt, and frames. A frame is JSON, compressed, and sealed with
 * AES-256-GCM under a key that is derived from the master key and the salt. The nonce is the number of the frame, and
 * the kind of the frame is authenticated. A file that was cut, reordered or changed is therefore refused.
 */
/** The second one has rows of cells, which an earlier release would write into home. The lines have one length. */
const formatLines = ['NANI BACKUP 1\n', 'NANI BACKUP 2\n'] as const
const lineLength = formatLines[0].length
const saltBytes = 32
const tagBytes = 16
const maxFrameBytes = 512 << 20

/** `meta` comes first and `end` last. */
export type FrameKind = 'meta' | 'rows' | 'end'
const kinds: readonly FrameKind[] = ['meta', 'rows', 'end']

const keyOf = (masterKey: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, salt, 'nani backup', 32))

const nonceOf = (frame: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(frame), 4)
  return nonce
}

export type BackupWriter = {
  write(kind: FrameKind, content: unknown): Promise<void>
  /** Waits for the disk, and returns the size of the file. */
  close(): Promise<number>
}

/** Creates the file. One that exists is never replaced. Only its owner may read it. */
export const createBackupFile = async (
  path: string,
  masterKey: Buffer,
  { random, hasCells }: { random: Random; hasCells: boolean },
): Promise<BackupWriter> => {
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Refusal('file_exists', `${path} exists already.`) : error
  })
  const salt = Buffer.from(random.bytes(saltBytes))
  const key = keyOf(masterKey, salt)
  let frame = 0
  await handle.writeFile(Buffer.concat([Buffer.from(formatLines[hasCells ? 1 : 0]), salt]))
  return {
    async write(kind, content) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame++))
      cipher.setAAD(Buffer.from(kind))
      const sealed = cipher.update(zstdCompressSync(JSON.stringify(content)))
      const head = Buffer.alloc(5)
      head.writeUInt32BE(sealed.length)
      head.writeUInt8(kinds.indexOf(kind), 4)
      cipher.final()
      await handle.appendFile(Buffer.concat([head, cipher.getAuthTag(), sealed]))
    },
    async close() {
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      return size
    },
  }
}

export type Frame = { kind: FrameKind; content: unknown }

/** Reads the frames of a file in their order. Throws when it was made under another key, or is damaged. */
export const readBackupFile = async function* (path: string, masterKey: Buffer): AsyncGenerator<Frame> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Refusal('file_not_found', `There is no file ${path}.`) : error
  })
  try {
    const start = await exactly(handle, lineLength + saltBytes, path)
    if (!formatLines.some((line) => line === start.toString('latin1', 0, lineLength)))
      throw new Refusal('backup_damaged', `${path} is no backup of Nani.`)
    const key = keyOf(masterKey, start.subarray(lineLength))
    let kind: FrameKind | null = null
    for (let frame = 0; kind !== 'end'; frame++) {
      const next: Frame = await readFrame(handle, { path, key, frame })
      kind = next.kind
      yield next
    }
  } finally {
    await handle.close()
  }
}

const readFrame = async (
  handle: FileHandle,
  { path, key, frame }: { path: string; key: Buffer; frame: number },
): Promise<Frame> => {
  const head = await exactly(handle, 5 + tagBytes, path)
  const kind = kinds[head.readUInt8(4)]
  const bytes = head.readUInt32BE()
  if (kind === undefined || bytes > maxFrameBytes || (kind === 'meta') !== (frame === 0)) throw damaged(path)
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame))
  decipher.setAAD(Buffer.from(kind))
  decipher.setAuthTag(head.subarray(5))
  const sealed = await exactly(handle, bytes, path)
  try {
    const content = Buffer.concat([decipher.update(sealed), decipher.final()])
    return { kind, content: JSON.parse(zstdDecompressSync(content).toString('utf8')) }
  } catch {
    if (frame === 0)
      throw new Refusal('master_key_wrong', `${path} was made under another master key, or it is damaged.`)
    throw damaged(path)
  }
}

const exactly = async (handle: FileHandle, bytes: number, path: string): Promise<Buffer> => {
  const buffer = Buffer.alloc(bytes)
  let done = 0
  while (done < bytes) {
    const { bytesRead } = await handle.read(buffer, done, bytes - done)
    if (bytesRead === 0) throw damaged(path)
    done += bytesRead
  }
  return buffer
}

const damaged = (path: string): Refusal => new Refusal('backup_damaged', `${path} is damaged or incomplete.`)
