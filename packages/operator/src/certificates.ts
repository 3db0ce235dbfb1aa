import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { columns, printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type ClientCertificate,
  issueCertificate,
  revokeCertificate,
} from '@nani/server/organizations/organizations/index.ts'
import type { OperatorOptions } from './applications.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

export type IssueOptions = OperatorOptions & { out?: string; csr?: string }

const fileNames = { certificate: 'certificate.pem', private_key: 'private-key.pem', ca: 'ca.pem' } as const
type Part = keyof typeof fileNames

/** `nani applications issue-certificate ID`. Without `--out` a certificate for a CSR is printed. */
export const issue = async (id: string, options: IssueOptions, terminal: Terminal): Promise<void> => {
  const { out, csr } = options
  if (!out && !csr) {
    throw new Refusal('value_invalid', 'The destination of the private key is missing.', {
      next: 'Set --out DIR, or send a signing request with --csr FILE.',
    })
  }
  const request = csr ? await readRequest(resolve(terminal.cwd, csr)) : null
  const folder = out ? resolve(terminal.cwd, out) : null
  if (folder)
    await prepareFolder(folder, request ? ['certificate', 'ca'] : ['certificate', 'private_key', 'ca'])
  const issued = await withInstallation(terminal, (installation) =>
    issueCertificate(
      operatorOf(options, terminal),
      { application_id: id, csr: request },
      { ...installation, authorityVault: installation.vaultFor('authority') },
    ),
  )
  const { application_id, thumbprint, not_after } = issued
  const written = folder ? await writeParts(folder, issued) : {}
  if (options.json) {
    printJson(terminal, folder ? { application_id, ...written, thumbprint, not_after } : issued)
  } else if (folder) {
    terminal.out(`${columns(Object.entries({ application_id, ...written, thumbprint, not_after }), '  ')}\n`)
  } else {
    terminal.out(issued.certificate)
  }
}

/** `nani applications revoke-certificate ID THUMBPRINT`. */
export const revoke = async (
  id: string,
  thumbprint: string,
  options: OperatorOptions,
  terminal: Terminal,
): Promise<void> => {
  await withInstallation(terminal, (installation) =>
    revokeCertificate(operatorOf(options, terminal), { application_id: id, thumbprint }, installation),
  )
  if (options.json) printJson(terminal, { application_id: id, thumbprint, revoked: true })
  else terminal.out(`The certificate is revoked. Calls with it are refused from now on.\n`)
}

const readRequest = async (file: string): Promise<string> => {
  if (!existsSync(file))
    throw new Refusal('file_not_found', `There is no file ${file}.`, {
      next: 'Create a signing request with: openssl req -new',
    })
  return readFile(file, 'utf8')
}

// Before anything is issued: what is there may be the only copy of a private key.
const prepareFolder = async (folder: string, parts: Part[]): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const taken = parts.map((part) => join(folder, fileNames[part])).find(existsSync)
  if (taken) throw new Refusal('file_exists', `${taken} exists already.`)
}

const writeParts = async (folder: string, issued: ClientCertificate): Promise<Record<string, string>> => {
  const written: Record<string, string> = {}
  for (const [part, name] of Object.entries(fileNames)) {
    const text = issued[part as Part]
    if (text === undefined) continue
    written[`${part}_file`] = join(folder, name)
    await writeFile(join(folder, name), text, { flag: 'wx', mode: part === 'private_key' ? 0o600 : 0o644 })
  }
  return written
}
