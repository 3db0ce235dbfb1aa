import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Nani } from '@nani/sdk'
import { Failure } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

/** Options of every command that calls the API. */
export type CallerOptions = { json?: boolean; credentials?: string; profile?: string; production?: boolean }

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

const findFile = (options: CallerOptions, terminal: Terminal): string => {
  if (options.credentials) return resolve(terminal.cwd, options.credentials)
  const profile = options.profile ?? terminal.env.NANI_PROFILE
  if (profile) return profileFile(profile, terminal)
  if (terminal.env.NANI_DATA_DIR) return resolve(terminal.cwd, terminal.env.NANI_DATA_DIR, fileName)
  const here = resolve(terminal.cwd, '.nani', fileName)
  const { installationDir } = terminal
  return installationDir === null || existsSync(here) ? here : join(installationDir, '.nani', fileName)
}

/** The credentials file of a profile, in the folder for settings of the user. */
const profileFile = (name: string, { env }: Terminal): string => {
  if (!/^[\w-]{1,64}$/.test(name)) {
    throw new Failure(
      'invalid_value',
      `"${name}" is not the name of a profile.`,
      'A name has at most 64 letters, digits, "-" and "_".',
    )
  }
  const settings = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  return join(settings, 'nani', 'profiles', `${name}.json`)
}

const readSet = (file: string, environment: 'sandbox' | 'production'): CredentialSet => {
  if (!existsSync(file)) {
    throw new Failure(
      'credentials_not_found',
      `No credentials were found at ${file}.`,
      'Name a file with --credentials, put it there, or set NANI_DATA_DIR to the folder of an installation that was started once.',
    )
  }
  try {
    const content = JSON.parse(readFileSync(file, 'utf8'))
    // A file of one application contains the set itself, as "nani applications create --json" prints it.
    const set = content[environment] ?? content
    if (typeof set.base_url === 'string' && typeof set.api_key === 'string') return set
  } catch {
    // No rethrow: the message of a parser could quote a key.
  }
  throw new Failure(
    'credentials_invalid',
    `${file} holds no ${environment} credentials.`,
    'It needs base_url, api_key, secret_key and payload_encryption_key.',
  )
}

/** The credentials of a command. */
export const readCredentials = (
  options: CallerOptions,
  terminal: Terminal,
): CredentialSet & { file: string } => {
  const file = findFile(options, terminal)
  return { ...readSet(file, options.production ? 'production' : 'sandbox'), file }
}

/** A client from the credentials file. File names in it are relative to it. */
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

/** Runs `use` with a client and closes it in every case. */
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
