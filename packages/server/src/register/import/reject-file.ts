import { type FileHandle, open, rm } from 'node:fs/promises'
import type { RecordName } from './record-kind.ts'

const maxRawLength = 16_384

/** A record that was not written: where it is in the file, and why. */
export type RefusedRecord = RecordName & { line: number; reason: string }

/**
 * Where refused records go, as NDJSON with the record as it stood (cut at 16 KiB). It holds personal data:
 * only its owner may read it. It appears with the first refused record.
 */
export type RejectFile = {
  append(refused: (RefusedRecord & { raw: string })[]): Promise<void>
  close(): Promise<void>
}

export const rejectFile = (path: string, continued: boolean): RejectFile => {
  let handle: FileHandle | undefined
  return {
    async append(refused) {
      if (refused.length === 0) return
      handle ??= await open(path, continued ? 'a' : 'w', 0o600)
      const lines = refused.map(({ raw, ...told }) =>
        JSON.stringify({ ...told, record: raw.slice(0, maxRawLength) }),
      )
      await handle.appendFile(`${lines.join('\n')}\n`)
    },
    async close() {
      if (handle !== undefined) await handle.close()
      // What an earlier import of the file refused is not what this one did.
      else if (!continued) await rm(path, { force: true })
    },
  }
}
