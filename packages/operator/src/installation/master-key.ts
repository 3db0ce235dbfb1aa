import { printJson, type Terminal } from '@nani/cli'
import { Refusal, withSecretsOfFiles } from '@nani/foundation/core/index.ts'
import { destinationOf, readMasterKey, requireInstallation } from '@nani/foundation/platform/index.ts'
import { openPool, proveConnection, readWrappedKey } from '@nani/foundation/storage/index.ts'
import { rotateMasterKey } from '@nani/server/organizations/organizations/index.ts'
import { operatorOf } from '../command-line/operator-actor.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { locate, withInstallation } from './installation.ts'

const variable = 'NANI_NEW_MASTER_KEY'
const keyIsInHome = { registerMayBeAway: true }

/** `nani master-key rotate`. The new key comes by the environment: an argument shows in lists of processes. */
export const rotate = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  await withInstallation(
    terminal,
    async ({ ownerPool, ownsSchema, rootKey, random, clock }) => {
      const newKey = readMasterKey(withSecretsOfFiles(terminal.env, [variable]), variable)
      if (!newKey)
        throw new Refusal('setting_missing', `${variable} is not set.`, {
          next: 'Create a key with: openssl rand -base64 32',
        })
      await rotateMasterKey(
        operatorOf(options, terminal),
        { new_key: newKey },
        { pool: ownerPool, clock, ownsSchema, rootKey, random },
      )
    },
    keyIsInHome,
  )
  if (options.json) printJson(terminal, { rotated: true })
  else
    terminal.out(
      'The master key is replaced. From now on, start Nani with NANI_MASTER_KEY set to the new key. The old key decrypts nothing any more.\n',
    )
}

/** `nani master-key export`: the key that earlier releases kept in the database of DATABASE_URL. */
export const exportKey = async (options: OperatorOptions, terminal: Terminal): Promise<void> => {
  const config = locate(terminal)
  const { databaseUrl, dataDir } = config
  if (!databaseUrl)
    throw new Refusal('setting_missing', 'DATABASE_URL is not set.', {
      next: `On the embedded database the key is in ${dataDir}/master-key.`,
    })
  const pool = openPool(databaseUrl, { maxConnections: 1, statementTimeoutMs: 15_000, onError: () => {} })
  try {
    await proveConnection(pool, databaseUrl, destinationOf(config, 'app'))
    await requireInstallation(pool)
    const key = await readWrappedKey(pool, databaseUrl)
    if (!key) throw new Refusal('master_key_not_stored', 'This database contains no master key.')
    const text = key.toString('base64')
    if (options.json) printJson(terminal, { master_key: text })
    else terminal.out(`${text}\n`)
  } finally {
    await pool.end()
  }
}
