import { type Environment, environments } from '@nani/contract'
import {
  type Checkpoint,
  type NoteKey,
  type NoteSigner,
  newPrivateKey,
  openCheckpoint,
  openSigner,
  readVerifierKey,
  sha256,
  verifierKey,
} from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { InstallationSecrets, Vault } from '@nani/foundation/storage/index.ts'
import type { Database } from './tree-rows.ts'

/** An earlier key of a log. It signs with the current key for some time after the rotation. */
export type EarlierKey = { key: NoteKey; signsUntil: Date; signer: NoteSigner | null }

/** The current key of a log, and its earlier ones, the newest first. */
export type LogSigner = NoteSigner & { earlier?: readonly EarlierKey[] }

/** The keys of the log of each environment. The name of a key is the origin of its log, whichever key it is. */
export type LogSigners = Readonly<Record<Environment, LogSigner>>

export const logKeyUse = 'audit-log'
const secretOf = (environment: Environment) => `audit-log:${environment}`
const contextOf = (environment: Environment, number: number) => `audit log key ${environment} ${number}`

/** Adds a key of a log. Nothing happens if there is one with this number. */
export const addLogKey = async (
  database: Database,
  vault: Vault,
  { environment, number, origin, privateKey }: NewLogKey,
): Promise<string> => {
  const key = verifierKey(openSigner(origin, 'ed25519', privateKey))
  await database.query(
    `insert into audit_log_keys (environment, number, verifier_key, sealed_key) values ($1, $2, $3, $4)
     on conflict (environment, number) do nothing`,
    [environment, number, key, vault.seal(Buffer.from(privateKey), contextOf(environment, number))],
  )
  return key
}
type NewLogKey = { environment: Environment; number: number; origin: string; privateKey: string }

/**
 * Makes the first keys of this installation, and the origins with them. An origin never changes after that, because witnesses and
 * proofs know the log by it.
 */
export const ensureLogKeys = async (
  { database, secrets, vault }: { database: Database; secrets: InstallationSecrets; vault: Vault },
  originPrefix: string | null,
): Promise<void> => {
  for (const environment of environments) {
    const made = newPrivateKey()
    const unique = sha256(Buffer.from(made)).toString('hex').slice(0, 16)
    const first = { origin: `${originPrefix ?? `nani-${unique}.invalid`}/${environment}`, private_key: made }
    const kept = await secrets.keepFirst(secretOf(environment), JSON.stringify(first))
    const { origin, private_key: privateKey } = JSON.parse(kept) as typeof first
    await addLogKey(database, vault, { environment, number: 1, origin, privateKey })
  }
}

type Row = {
  environment: Environment
  number: number
  verifier_key: string
  sealed_key: Buffer
  signs_until: Date | null
  signs: boolean
}

/** The keys of both logs, from the newest. */
export const readLogSigners = async (database: Database, vault: Vault): Promise<LogSigners> => {
  const { rows } = await database.query<Row>({
    name: 'audit-log-keys',
    text: `select environment, number, verifier_key, sealed_key, signs_until,
             signs_until is null or signs_until > now() as signs
           from audit_log_keys order by number desc`,
  })
  const signerOf = ({ environment, number, verifier_key, sealed_key }: Row): NoteSigner =>
    openSigner(
      readVerifierKey(verifier_key).name,
      'ed25519',
      vault.open(sealed_key, contextOf(environment, number)).toString(),
    )
  const signers = environments.map((environment): [Environment, LogSigner] => {
    const [current, ...earlier] = rows.filter((row) => row.environment === environment)
    if (!current)
      throw new Refusal('audit_log_not_started', `The transparency log of ${environment} has no key yet.`)
    const known = earlier.map((row) => ({
      key: readVerifierKey(row.verifier_key),
      signsUntil: row.signs_until as Date,
      signer: row.signs ? signerOf(row) : null,
    }))
    return [environment, { ...signerOf(current), earlier: known }]
  })
  return Object.fromEntries(signers) as LogSigners
}

/** The signers of the next checkpoint: the current key, and each earlier one during its change. */
export const signersNow = ({ earlier = [], ...current }: LogSigner): NoteSigner[] => [
  current,
  ...earlier.flatMap(({ signer }) => signer ?? []),
]

/** The checkpoint of a note that a key of the log signed, whichever of them. It throws if none did. */
export const openLogCheckpoint = (text: string, { earlier = [], ...current }: LogSigner): Checkpoint => {
  for (const { key } of earlier)
    try {
      return openCheckpoint(text, key).checkpoint
    } catch {
      // Another key may have signed it.
    }
  return openCheckpoint(text, current).checkpoint
}

/** The public keys of a log, the newest first: one verifier key on each line. Null: it has none yet. */
export const publicKeysOf = async (database: Database, environment: Environment): Promise<string | null> => {
  const { rows } = await database.query<{ verifier_key: string }>(
    'select verifier_key from audit_log_keys where environment = $1 order by number desc',
    [environment],
  )
  return rows.length > 0 ? `${rows.map(({ verifier_key }) => verifier_key).join('\n')}\n` : null
}
