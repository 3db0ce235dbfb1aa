import { writeFileSync } from 'node:fs'

/** Other accounts of the machine cannot read a new file. */
export const ownMode = 0o600

export const writeOwn = (path: string, content: string | Uint8Array): void =>
  writeFileSync(path, content, { mode: ownMode })
