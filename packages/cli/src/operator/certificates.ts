import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type ClientCertificate,
  issueCertificate,
  revokeCertificate,
} from '@nani/server/organizations/index.ts'
import { Failure } from '../failure.ts'
import { columns } from '../rows.ts'
import { printJson, type Terminal } from '../terminal.ts'
import type { OperatorOptions } from './applications.ts'
import { withInstallation } from './installation.ts'

export type IssueOptions = OperatorOptions & { out?: string; csr?: string }

const fileNames = { certificate: 'certificate.pem', private_key: 'private-key.pem', ca: 'ca.pem' } as const
type Part = keyof typeof fileNames

/** `nani applications issue-certificate ID`. Without `--out` a certificate for a CSR is printed. */
export const issue = async (id: string, options: IssueOptions, terminal: Terminal): Promise<void> => {
  const { out, csr } = options
  if (!out && !csr) {
    throw new Failure('Where should the private key go?', 'Say --out DIR, or send a request with --csr FILE.')
  }
  const request = csr ? await readRequest(resolve(terminal.cwd, csr)) : null
  const folder = out ? resolve(terminal.cwd, out) : null
  if (folder)
    await prepareFolder(folder, request ? ['certificate', 'ca'] : ['certificate', 'private_key', 'ca'])
  const issued = await withInstallation(terminal, (installation) =>
    issueCertificate(id, request, { ...installation, authorityVault: installation.vaultFor('authority') }),
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
  await withInstallation(terminal, (installation) => revokeCertificate(id, thumbprint, installation))
  if (options.json) printJson(terminal, { application_id: id, thumbprint, revoked: true })
  else terminal.out(`Revoked. Calls with this certificate are refused from now on.\n`)
}

const readRequest = async (file: string): Promise<string> => {
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`, 'openssl req -new makes a request.')
  return readFile(file, 'utf8')
}

// Before anything is issued: what is there may be the only copy of a private key.
const prepareFolder = async (folder: string, parts: Part[]): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const taken = parts.map((part) => join(folder, fileNames[part])).find(existsSync)
  if (taken) throw new Failure(`${taken} is there already.`, 'Name another directory, or move it away.')
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
