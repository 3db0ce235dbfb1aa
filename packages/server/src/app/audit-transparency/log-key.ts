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
import type { Database, InstallationSecrets, Vault } from '@nani/foundation/storage/index.ts'

/** An earlier key of a log. It signs with the current key for some time after the rotation. */
export type EarlierKey = { key: NoteKey; signsUntil: Date; signer: NoteSigner | null }

/**
 * The current key of a log, and its earlier ones, the newest first. `refused`: rows whose key this installation did not seal.
 */
export type LogSigner = NoteSigner & { earlier?: readonly EarlierKey[]; refused?: readonly number[] }

/** The keys of the log of each environment. The name of a key is the origin of its log, whichever key it is. */
export type LogSigners = Readonly<Record<Environment, LogSigner>>

export const logKeyUse = 'audit-log'
/** A key of another log, which someone copied into the table of this one, does not open. */
export const logKeyUseOfCell = (logOfCell: string): string => `${logKeyUse}:${logOfCell}`
const secretOf = (environment: Environment, logOfCell?: string) =>
  logOfCell === undefined ? `audit-log:${environment}` : `audit-log:${logOfCell}:${environment}`
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

type FirstKeys = { database: Database; secrets: InstallationSecrets; vault: Vault; logOfCell?: string }

/**
 * Makes the first keys of a log, and the origins with them. An origin never changes after that, because witnesses and
 * proofs know the log by it. Home keeps the first keys of all logs: a cell that lost its rows goes on under the same origin, so that the
 * loss can be seen.
 */
export const ensureLogKeys = async (
  { database, secrets, vault, logOfCell }: FirstKeys,
  originPrefix: string | null,
): Promise<void> => {
  for (const environment of environments) {
    const made = newPrivateKey()
    const unique = sha256(Buffer.from(made)).toString('hex').slice(0, 16)
    const first = { origin: `${originPrefix ?? `nani-${unique}.invalid`}/${environment}`, private_key: made }
    const kept = await secrets.keepFirst(secretOf(environment, logOfCell), JSON.stringify(first))
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

/** Null: the row has no key that this installation sealed for it, or another public key. Anyone can write such a row. */
const openSealed = (
  { environment, number, verifier_key, sealed_key }: Row,
  vault: Vault,
): NoteSigner | null => {
  try {
    const { name } = readVerifierKey(verifier_key)
    const signer = openSigner(
      name,
      'ed25519',
      vault.open(sealed_key, contextOf(environment, number)).toString(),
    )
    return verifierKey(signer) === verifier_key ? signer : null
  } catch {
    return null
  }
}

/** Whether a database has keys of a log, and none of them is of this one. */
export const hasOtherLog = async (database: Database, vault: Vault): Promise<boolean> => {
  const { rows } = await database.query<Row>(
    'select environment, number, verifier_key, sealed_key from audit_log_keys',
  )
  return rows.length > 0 && rows.every((row) => openSealed(row, vault) === null)
}

/** The keys of both logs, from the newest. */
export const readLogSigners = async (database: Database, vault: Vault): Promise<LogSigners> => {
  const { rows } = await database.query<Row>({
    name: 'audit-log-keys',
    text: `select environment, number, verifier_key, sealed_key, signs_until,
             signs_until is null or signs_until > now() as signs
           from audit_log_keys order by number desc`,
  })
  const signers = environments.map((environment): [Environment, LogSigner] => {
    const own = rows.filter((row) => row.environment === environment)
    const opened = own.map((row) => ({ row, signer: openSealed(row, vault) }))
    const [current, ...earlier] = opened.flatMap(({ row, signer }) => (signer ? [{ row, signer }] : []))
    if (!current)
      throw new Refusal('audit_log_not_started', `The transparency log of ${environment} has no key yet.`)
    const known = earlier.map(({ row, signer }) => ({
      key: readVerifierKey(verifierKey(signer)),
      // A row without an end is not the current one only if someone changed the rows.
      signsUntil: row.signs_until ?? new Date(0),
      signer: row.signs && row.signs_until ? signer : null,
    }))
    const refused = opened.filter(({ signer }) => !signer).map(({ row }) => row.number)
    return [environment, { ...current.signer, earlier: known, refused }]
  })
  return Object.fromEntries(signers) as LogSigners
}

/** The signers of the next checkpoint: the current key, and each earlier one during its change. */
export const signersNow = ({ earlier = [], refused: _, ...current }: LogSigner): NoteSigner[] => [
  current,
  ...earlier.flatMap(({ signer }) => signer ?? []),
]

/** The checkpoint of a note that a key of the log signed, whichever of them. It throws if none did. */
export const openLogCheckpoint = (text: string, { earlier = [], ...current }: LogSigner): Checkpoint =>
  openedBy(
    text,
    earlier.map(({ key }) => key),
  ) ?? openCheckpoint(text, current).checkpoint

const openedBy = (text: string, keys: readonly NoteKey[]): Checkpoint | null => {
  for (const key of keys)
    try {
      return openCheckpoint(text, key).checkpoint
    } catch {
      // Another key may have signed it.
    }
  return null
}

/**
 * The newest stored checkpoint. A key that signs now has signed it. An earlier key is enough only if none that came
 * later has signed a stored checkpoint. Null otherwise.
 */
export const openNewestCheckpoint = async (
  database: Database,
  environment: Environment,
  { text, signer }: { text: string; signer: LogSigner },
): Promise<Checkpoint | null> => {
  const signed = openedBy(text, signersNow(signer))
  if (signed) return signed
  const later: NoteKey[] = [signer]
  for (const { key } of signer.earlier ?? []) {
    const checkpoint = openedBy(text, [key])
    if (checkpoint && !(await hasSignature(database, environment, later))) return checkpoint
    later.push(key)
  }
  return null
}

/** Whether a stored checkpoint has a line of one of the keys. The line begins with the name and the id of the key. */
const hasSignature = async (
  database: Database,
  environment: Environment,
  keys: readonly NoteKey[],
): Promise<boolean> => {
  // Five characters of Base64 have 30 bits of the 32 of the id.
  const begins = keys.map(({ name, id }) => `— ${name} ${id.toString('base64').slice(0, 5)}`)
  const { rows } = await database.query<{ found: boolean }>(
    `select exists (select from audit_checkpoints c, unnest($2::text[]) as line
       where c.environment = $1 and strpos(c.note, line) > 0) as found`,
    [environment, begins],
  )
  return rows[0]?.found ?? false
}

/** The public keys of a log, the newest first: one verifier key on each line. Null: it has none yet. */
export const publicKeysOf = async (database: Database, environment: Environment): Promise<string | null> => {
  const { rows } = await database.query<{ verifier_key: string }>(
    'select verifier_key from audit_log_keys where environment = $1 order by number desc',
    [environment],
  )
  return rows.length > 0 ? `${rows.map(({ verifier_key }) => verifier_key).join('\n')}\n` : null
}
