import { type Environment, environments } from '@nani/contract'
import {
  consistencyProof,
  cosignedAt,
  formatWitnessRequest,
  noteSignatureBy,
  readCheckpoint,
  readNote,
} from '@nani/engines/transparency-log/index.ts'
import type pg from 'pg'
import { newestCheckpoint, type StoredCheckpoint } from '../checkpoints.ts'
import { tilesIn } from '../tree-rows.ts'
import type { Witness } from './witness-list.ts'

/** How a witness refused a checkpoint. The sizes are for the alarm. */
export type WitnessRefusal = {
  environment: Environment
  witness: string
  reason: string
  sizes: { size: number; witness_size: number }
}

export type WitnessDependencies = {
  pool: pg.Pool
  witnesses: readonly Witness[]
  /** Sends a request and answers the status and the body. */
  post(url: string, body: string): Promise<{ status: number; body: string }>
  onRefused(refusal: WitnessRefusal): Promise<void>
  onError(error: unknown): void
}

/** A witness answers so if no one gave it the key of the log. Then it does not notice that the log was emptied. */
export class UnknownToWitness extends Error {}

/** Asks each witness to cosign the newest checkpoint of both logs. Stores what it signs, and what it refuses. */
export const askWitnesses = async (dependencies: WitnessDependencies): Promise<void> => {
  const asked = dependencies.witnesses.flatMap((witness) =>
    environments.map((environment) => askOne(dependencies, witness, environment).catch(dependencies.onError)),
  )
  await Promise.all(asked)
}

const askOne = async (dependencies: WitnessDependencies, witness: Witness, environment: Environment) => {
  const { pool } = dependencies
  const checkpoint = await newestCheckpoint(pool, environment)
  if (!checkpoint) return
  const known = await knownSize(pool, environment, witness)
  const first = await ask(dependencies, {
    witness,
    environment,
    checkpoint,
    oldSize: Math.min(known, checkpoint.size),
  })
  if (first.status !== 409) return settle(dependencies, { witness, environment, checkpoint, answer: first })
  const size = Number(/^(\d{1,15})\n$/.exec(first.body)?.[1] ?? Number.NaN)
  if (Number.isNaN(size)) throw new Error(`The witness ${witness.key.name} answered 409 without a size.`)
  // Another process may have had a newer checkpoint cosigned since this one was read.
  if (size > checkpoint.size && ((await newestCheckpoint(pool, environment))?.size ?? 0) >= size) return
  if (size > checkpoint.size)
    return refuse(dependencies, {
      ...{ environment, witness: witness.key.name, sizes: { size: checkpoint.size, witness_size: size } },
      reason: `It cosigned ${size} leaves earlier, and the log has only ${checkpoint.size}: entries were removed, or a backup was restored.`,
    })
  const again = await ask(dependencies, { witness, environment, checkpoint, oldSize: size })
  // Another process may have had this checkpoint cosigned between the two questions. Then its own size is the old one.
  if (size !== checkpoint.size && again.status === 409 && again.body === `${checkpoint.size}\n`) {
    const last = await ask(dependencies, { witness, environment, checkpoint, oldSize: checkpoint.size })
    return settle(dependencies, { witness, environment, checkpoint, answer: last })
  }
  return settle(dependencies, { witness, environment, checkpoint, answer: again, witnessSize: size })
}

type Question = { witness: Witness; environment: Environment; checkpoint: StoredCheckpoint; oldSize: number }
type Answer = { status: number; body: string }

const ask = async ({ pool, post }: WitnessDependencies, question: Question): Promise<Answer> => {
  const { witness, environment, checkpoint, oldSize } = question
  const proof = await consistencyProof(oldSize, checkpoint.size, tilesIn(pool, environment))
  // The log's own signatures alone: the lines of other witnesses are not the concern of this one.
  const note = readNote(checkpoint.note)
  const { checkpoint: head } = readCheckpoint(checkpoint.note)
  const own = note.signatures.filter(({ name }) => name === head.origin)
  return post(
    `${witness.url}/add-checkpoint`,
    formatWitnessRequest({ oldSize, proof, signed: `${note.text}\n${own.map(({ line }) => line).join('')}` }),
  )
}

type WitnessResult = Omit<Question, 'oldSize'> & { answer: Answer; witnessSize?: number }

const settle = async (dependencies: WitnessDependencies, settled: WitnessResult): Promise<void> => {
  const { witness, environment, checkpoint, answer, witnessSize = checkpoint.size } = settled
  const { name } = witness.key
  // A witness with the same size answers so if it cosigned another root of it.
  const isOtherRoot = answer.status === 409 && answer.body === `${checkpoint.size}\n`
  if (answer.status === 422 || isOtherRoot)
    return refuse(dependencies, {
      ...{ environment, witness: name, sizes: { size: checkpoint.size, witness_size: witnessSize } },
      reason: `The log of ${checkpoint.size} leaves does not continue the one that it cosigned with ${witnessSize} leaves: the history was changed.`,
    })
  if (answer.status === 404)
    throw new UnknownToWitness(
      `The witness ${name} does not know the log of ${environment}. Start it with the key of the log too.`,
    )
  if (answer.status !== 200) throw new Error(`The witness ${name} answered ${answer.status}.`)
  const { text } = readNote(checkpoint.note)
  const cosigned = readNote(`${text}\n${answer.body}`)
  const line = noteSignatureBy(cosigned, witness.key)?.line
  const atMs = cosignedAt(cosigned, witness.key)
  if (line === undefined || atMs === null)
    throw new Error(`The witness ${name} answered without a valid cosignature.`)
  const { pool } = dependencies
  await pool.query(
    `insert into audit_cosignatures (environment, size, witness, line, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [environment, checkpoint.size, name, line, new Date(atMs)],
  )
  await pool.query(
    `insert into audit_witnesses (environment, witness, size) values ($1, $2, $3)
     on conflict (environment, witness) do update set size = excluded.size, refused_at = null, refusal = null`,
    [environment, name, checkpoint.size],
  )
}

const refuse = async ({ pool, onRefused }: WitnessDependencies, refusal: WitnessRefusal): Promise<void> => {
  const { environment, witness, reason } = refusal
  await pool.query(
    `insert into audit_witnesses (environment, witness, size, refused_at, refusal) values ($1, $2, 0, now(), $3)
     on conflict (environment, witness) do update set
       refused_at = coalesce(audit_witnesses.refused_at, excluded.refused_at), refusal = excluded.refusal`,
    [environment, witness, reason],
  )
  await onRefused(refusal)
}

const knownSize = async (pool: pg.Pool, environment: Environment, { key }: Witness): Promise<number> => {
  const { rows } = await pool.query<{ size: string }>(
    'select size from audit_witnesses where environment = $1 and witness = $2',
    [environment, key.name],
  )
  return Number(rows[0]?.size ?? 0)
}

export type WitnessState = { environment: Environment; witness: string; size: number; refusal: string | null }

/** What the witnesses of this installation said last. */
export const readWitnessStates = async (
  pool: pg.Pool,
  witnesses: readonly Witness[],
): Promise<WitnessState[]> => {
  const { rows } = await pool.query<WitnessState & { size: string }>(
    'select environment, witness, size, refusal from audit_witnesses where witness = any($1) order by 1, 2',
    [witnesses.map(({ key }) => key.name)],
  )
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}
