import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type NoteSigner, newPrivateKey, openSigner } from '@nani/engines/transparency-log/index.ts'

/** The key of the witness in its folder. The first start makes it. Only the owner of the file can read it. */
export const openWitnessKey = async (folder: string, name: string): Promise<NoteSigner> => {
  const file = join(folder, 'witness-key.pem')
  await writeFile(file, newPrivateKey(), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return openSigner(name, 'cosignature', await readFile(file, 'utf8'))
}
