import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const dataDir = resolve(process.env.NANI_DATA_DIR ?? join(root, '.nani'))
const keptFile = join(dataDir, 'relying-party.json')

export type Application = {
  base_url: string
  api_key: string
  secret_key: string
  payload_encryption_key: string
  redirect_uri: string
}

const read = async (): Promise<Application | null> => {
  try {
    return JSON.parse(await readFile(keptFile, 'utf8')) as Application
  } catch {
    return null
  }
}

/** The application of the example. The first start creates it, as an operator would. */
export const findApplication = async (redirectUri: string): Promise<Application> => {
  const kept = await read()
  if (kept?.redirect_uri === redirectUri) return kept
  const flags = [
    ...['--name', 'Boutique Mosaka', '--environment', 'sandbox'],
    ...['--services', 'sso_login,credit_scoring', '--purposes', 'credit_assessment'],
    ...['--scopes', 'kyc.addresses,kyc.documents.primary'],
    ...['--redirect-uri', redirectUri, '--json'],
  ]
  const nani = join(root, 'packages/operator/bin/nani.js')
  const { stdout } = await run(process.execPath, [nani, 'applications', 'create', ...flags], {
    cwd: root,
    env: { ...process.env, NANI_DATA_DIR: dataDir },
  })
  const application = { ...(JSON.parse(stdout) as Application), redirect_uri: redirectUri }
  await mkdir(dirname(keptFile), { recursive: true })
  await writeFile(keptFile, JSON.stringify(application), { mode: 0o600 })
  return application
}
