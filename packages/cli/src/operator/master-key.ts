import { readMasterKey } from '@nani/server/core/index.ts'
import { sealRootKey } from '@nani/server/storage/index.ts'
import { Failure } from '../failure.ts'
import { printJson, type Terminal } from '../terminal.ts'
import type { OperatorOptions } from './applications.ts'
import { withInstallation } from './installation.ts'

const variable = 'NANI_NEW_MASTER_KEY'

/** `nani master-key rotate`. The new key comes by the environment: an argument shows in lists of processes. */
export const rotate = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  await withInstallation(terminal, ({ pool, rootKey, random }) => {
    const newKey = readMasterKey(terminal.env, variable)
    if (!newKey) throw new Failure(`${variable} is not set.`, 'Make a key with: openssl rand -base64 32')
    return sealRootKey(pool, rootKey, newKey, random)
  })
  if (options.json) printJson(terminal, { rotated: true })
  else
    terminal.out(
      'Done. Start Nani with NANI_MASTER_KEY set to the new key from now on; the old one opens nothing any more.\n',
    )
}
