import { existsSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type ClientCertificate,
  type IssuedCredentials,
  issueCertificate,
  listApplications,
  maxLogoFileBytes,
  type RotatedKeys,
  setLogo,
  showApplication,
} from '@nani/server/organizations/organizations/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { inEveryCell } from '../command-line/in-place.ts'
import { existingFile, readText } from '../command-line/named-files.ts'
import { baseUrlOf } from '../installation/installation.ts'

/** The shape of demo-credentials.json, so that the output can be used as a credentials file. */
export const withAddress = async <Issued extends IssuedCredentials | RotatedKeys>(
  issued: Issued,
  { actor, installation }: OpenCall,
) => {
  const input = { application_id: issued.application_id }
  const { environment } = await showApplication(actor, input, installation)
  return { base_url: baseUrlOf(installation.config, environment), ...issued }
}

/** `nani applications list`. An application is in one database. */
export const listInAllDatabases = async (call: OpenCall) => {
  const { actor, installation } = call
  const read = (place: typeof installation) => listApplications(actor, {}, place)
  return [...(await read(installation)), ...(await inEveryCell(installation, call, read)).flat()]
}

/** `nani applications logo ID`. */
export const logo = async ({ actor, given, installation, terminal }: OpenCall) => {
  if ((given.file === undefined) === (given.remove !== true))
    throw new Refusal('value_invalid', 'Name one file, or remove the logo.', {
      next: 'Use --file FILE or --remove.',
    })
  const file = given.remove ? null : await readBounded(existingFile(String(given.file), terminal))
  return setLogo(actor, { application_id: String(given.application), file }, installation)
}

/** One byte more than the maximum is enough to see that a file is too large. */
const readBounded = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(maxLogoFileBytes + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const fileNames = { certificate: 'certificate.pem', private_key: 'private-key.pem', ca: 'ca.pem' } as const
type Part = keyof typeof fileNames

/** `nani applications issue-certificate ID`. Without `--out` a certificate for a CSR is printed. */
export const issue = async ({ actor, given, installation, terminal }: OpenCall) => {
  const { out, csr } = given as { out?: string; csr?: string }
  if (!out && !csr)
    throw new Refusal('value_invalid', 'The destination of the private key is missing.', {
      next: 'Set --out DIR, or send a signing request with --csr FILE.',
    })
  const request = csr ? readText(csr, terminal) : null
  const folder = out ? resolve(terminal.cwd, out) : null
  if (folder)
    await prepareFolder(folder, request ? ['certificate', 'ca'] : ['certificate', 'private_key', 'ca'])
  const issued = await issueCertificate(
    actor,
    { application_id: String(given.application), csr: request },
    { ...installation, authorityVault: installation.vaultFor('authority') },
  )
  if (!folder) return issued
  const { application_id, thumbprint, not_after } = issued
  return { application_id, ...(await writeParts(folder, issued)), thumbprint, not_after }
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
