import { createHash } from 'node:crypto'
import type { SourceFile } from '@nani/engines/list-formats/index.ts'

/** SHA-256 of the files of one version, in hex. */
export const hashOf = async (files: readonly SourceFile[]): Promise<string> => {
  const digests: string[] = []
  for (const file of files) {
    const hash = createHash('sha256')
    for await (const chunk of file.open()) hash.update(chunk)
    digests.push(hash.digest('hex'))
  }
  // The hash is independent of the order of the files.
  return digests.length === 1
    ? (digests[0] as string)
    : createHash('sha256').update(digests.toSorted().join()).digest('hex')
}
