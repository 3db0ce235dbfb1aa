import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Nani } from '@nani/sdk'
import { Failure } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

/** Options of every command that calls the API. */
export type CallerOptions = { json?: boolean; credentials?: string; production?: boolean }

export type CredentialSet = {
  base_url: string
  api_key: string
  secret_key: string
  payload_encryption_key: string
  ca_file?: string
  certificate_file?: string
  private_key_file?: string
}

const fileName = 'demo-credentials.json'
const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url))

// npx keeps the folder one stands in, so the data directory of the project comes second.
const findFile = (options: CallerOptions, terminal: Terminal): string => {
  if (options.credentials) return resolve(terminal.cwd, options.credentials)
  if (terminal.env.NANI_DATA_DIR) return resolve(terminal.cwd, terminal.env.NANI_DATA_DIR, fileName)
  const here = resolve(terminal.cwd, '.nani', fileName)
  return existsSync(here) ? here : join(projectRoot, '.nani', fileName)
}

const readSet = (file: string, environment: 'sandbox' | 'production'): CredentialSet => {
  if (!existsSync(file)) {
    throw new Failure(
      `There are no credentials at ${file}.`,
      'Start Nani once ("npm start"), set NANI_DATA_DIR, or name a file with --credentials.',
    )
  }
  try {
    const content = JSON.parse(readFileSync(file, 'utf8'))
    // A file of one application is the set itself, as "nani applications create --json" prints it.
    const set = content[environment] ?? content
    if (typeof set.base_url === 'string' && typeof set.api_key === 'string') return set
  } catch {
    // Falls through: a parser's message could quote a key.
  }
  throw new Failure(
    `${file} holds no ${environment} credentials.`,
    'It needs base_url, api_key, secret_key and payload_encryption_key.',
  )
}

/** The credentials that a command calls with. */
export const readCredentials = (
  options: CallerOptions,
  terminal: Terminal,
): CredentialSet & { file: string } => {
  const file = findFile(options, terminal)
  return { ...readSet(file, options.production ? 'production' : 'sandbox'), file }
}

/** A client from the credentials file; file names in it are relative to it. */
export const connect = (options: CallerOptions, terminal: Terminal): Nani => {
  const { file, ...set } = readCredentials(options, terminal)
  const pem = (name: string | undefined) =>
    name ? readFileSync(resolve(dirname(file), name), 'utf8') : undefined
  return new Nani({
    baseUrl: set.base_url,
    apiKey: set.api_key,
    secretKey: set.secret_key,
    payloadEncryptionKey: set.payload_encryption_key,
    certificate: set.certificate_file
      ? {
          certificate: pem(set.certificate_file),
          privateKey: pem(set.private_key_file),
          ca: pem(set.ca_file),
        }
      : undefined,
  })
}

/** Runs `use` with a client and closes it, however it ends. */
export const withClient = async <Answer>(
  options: CallerOptions,
  terminal: Terminal,
  use: (nani: Nani) => Promise<Answer>,
): Promise<Answer> => {
  const nani = connect(options, terminal)
  try {
    return await use(nani)
  } finally {
    await nani.close()
  }
}
