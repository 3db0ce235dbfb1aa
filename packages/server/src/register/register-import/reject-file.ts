import { type FileHandle, open, rm } from 'node:fs/promises'
import type { RecordName } from './record-kind.ts'

const maxRawLength = 16_384

/** A record that was not written: its place in the file, and the reason. */
export type RefusedRecord = RecordName & { line: number; reason: string }

/**
 * The file of refused records, as NDJSON with the original record (cut at 16 KiB). It contains personal data: only
 * its owner may read it. The first refused record creates it.
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
      const lines = refused.map(({ raw, ...refusal }) =>
        JSON.stringify({ ...refusal, record: raw.slice(0, maxRawLength) }),
      )
      await handle.appendFile(`${lines.join('\n')}\n`)
    },
    async close() {
      if (handle !== undefined) await handle.close()
      // Refusals of an earlier import of the file do not belong to this one.
      else if (!continued) await rm(path, { force: true })
    },
  }
}
