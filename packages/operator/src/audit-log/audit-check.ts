import { printable, printJson, type Terminal } from '@nani/cli'
import { type Environment, environments } from '@nani/contract'
import { readCheckpoint, readTlogProof, sha256 } from '@nani/engines/transparency-log/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type CheckOptions,
  checkLog,
  checkpointOfWitness,
  type Finding,
  type LogSigners,
  type Witness,
} from '@nani/server/app/audit-transparency/index.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { readText, signersOf } from './audit-log.ts'

export type AuditCheckOptions = { from?: string; to?: string; checkpoint: string[]; json?: boolean }

type Kept = CheckOptions['kept'][number]

/** `nani audit check`. The exit code is 1 if anything contradicts the log. */
export const check = async (options: AuditCheckOptions, terminal: Terminal): Promise<void> => {
  const files = await Promise.all(
    options.checkpoint.map(async (file) => ({ file, text: await readText(file, terminal) })),
  )
  const from = readDay(options.from)
  const to = readDay(options.to)
  const { report, unreachable, seconds } = await withInstallation(terminal, async (installation) => {
    const signers = await signersOf(installation)
    const fromFiles = files.map(({ file, text }) => keptOf(signers, file, text))
    const asked = await askWitnesses(installation, signers)
    const started = performance.now()
    const report = await checkLog(installation.pool, {
      ...{ signers, from, to, nowMs: installation.clock.now() },
      kept: [...fromFiles, ...asked.kept],
    })
    return { report, unreachable: asked.unreachable, seconds: (performance.now() - started) / 1_000 }
  })
  const { entries, waiting, findings, found, logs } = report
  if (options.json)
    printJson(terminal, { entries, waiting, findings, found, logs, unreachable_witnesses: unreachable })
  else {
    for (const { environment, size, checkpoint_at } of logs)
      terminal.out(`${environment}: ${size} leaves, checkpoint of ${checkpoint_at}\n`)
    terminal.out(
      `${entries} entries were compared in ${seconds.toFixed(1)} s, and ${waiting} wait for the log.\n`,
    )
    for (const name of unreachable) terminal.err(`The witness ${name} could not be asked.\n`)
    for (const finding of found) terminal.out(`${textOf(finding)}\n`)
  }
  if (findings > 0)
    throw new Refusal('audit_log_contradicted', `${findings} findings contradict the transparency log.`)
}

const textOf = (finding: Finding): string => {
  const { kind, environment, entry_id, application_id, day, leaf_index, entered, message } = finding
  const place = [
    environment,
    ...(entry_id ? [`entry ${entry_id} of ${application_id} on ${day}`] : []),
    ...(leaf_index === undefined ? [] : [`leaf ${leaf_index}`]),
    ...(entered
      ? [`which entered after ${entered.after ?? 'the beginning'} and until ${entered.until}`]
      : []),
  ]
  return printable(`${kind}: ${place.join(', ')}. ${message}`)
}

const readDay = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)) return text
  throw new Refusal('application_setting_invalid', `A day has the form YYYY-MM-DD, not "${text}".`)
}

/** A checkpoint that an auditor kept, or the checkpoint of a proof. */
const keptOf = (signers: LogSigners, file: string, text: string): Kept => {
  try {
    const checkpoint = text.startsWith('c2sp.org/tlog-proof') ? readTlogProof(text).checkpoint : text
    const { origin } = readCheckpoint(checkpoint).checkpoint
    const environment = environments.find((name) => signers[name].name === origin)
    if (!environment) throw new Error(`The checkpoint is of ${origin}, which is another log.`)
    return { keptBy: file, environment, text: checkpoint }
  } catch (error) {
    throw new Refusal('file_unusable', `${file}: ${(error as Error).message}`)
  }
}

/** The newest checkpoints that the witnesses of the installation have. */
const askWitnesses = async ({ config }: Installation, signers: LogSigners) => {
  const kept: Kept[] = []
  const unreachable: string[] = []
  const ask = async ({ key, url }: Witness, environment: Environment) => {
    const hash = sha256(Buffer.from(signers[environment].name)).toString('hex')
    try {
      const text = await checkpointOfWitness(`${url}/${hash}/checkpoint`)
      if (text) kept.push({ keptBy: `The witness ${key.name}`, environment, text })
    } catch {
      if (!unreachable.includes(key.name)) unreachable.push(key.name)
    }
  }
  for (const witness of config.witnesses)
    for (const environment of environments) await ask(witness, environment)
  return { kept, unreachable }
}
