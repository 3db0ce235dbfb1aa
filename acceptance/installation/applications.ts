import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { purposes as everyPurpose, scopes as everyScope } from '../client/catalogue.ts'
import type { Credentials } from '../client/credentials.ts'
import { isInCells, nextOrganization, untilKnown } from './in-cells.ts'
import { nani, naniJson } from './nani-command.ts'

export type ApplicationOptions = {
  environment?: 'sandbox' | 'production'
  services?: string[]
  scopes?: string[]
  purposes?: string[]
  allowIp?: string[]
  burst?: number
  /** For example `kyc_validation=5/day`. */
  quota?: string[]
  /** Batch items a day. */
  batchQuota?: number
  approved?: boolean
  /** Its id. Without it, applications are in the cells in turn, if the suite has cells. */
  organization?: string | undefined
}

const list = (values: string[]) => values.join(',')
const repeated = (flag: string, values: string[] = []) => values.flatMap((value) => [flag, value])

/** `nani applications create`, in a cell if the suite has cells and no organization is named. */
export const issueCredentials = async (dataDir: string, ...flags: string[]): Promise<Credentials> => {
  const isNamed = flags.includes('--organization')
  const placed = isNamed ? undefined : nextOrganization(dataDir)
  const organization = placed === undefined ? [] : ['--organization', placed]
  const created = await naniJson<Credentials>(dataDir, 'applications', 'create', ...organization, ...flags)
  if (isInCells && dataDir === inject('dataDir')) await untilKnown(created)
  return created
}

/** A separate application, so that a test has its own quota, burst and usage. */
export const createApplication = async (
  dataDir: string,
  options: ApplicationOptions = {},
): Promise<Credentials> => {
  const credentials = await issueCredentials(
    dataDir,
    ...['--name', 'Acceptance'],
    ...['--environment', options.environment ?? 'sandbox'],
    ...['--services', list(options.services ?? ['kyc_validation'])],
    ...['--scopes', list(options.scopes ?? everyScope)],
    ...['--purposes', list(options.purposes ?? everyPurpose)],
    ...(options.organization === undefined ? [] : ['--organization', options.organization]),
    ...repeated('--allow-ip', options.allowIp),
    ...repeated('--quota', options.quota),
    ...(options.burst === undefined ? [] : ['--burst', String(options.burst)]),
    ...(options.batchQuota === undefined ? [] : ['--batch-quota', String(options.batchQuota)]),
    ...(options.approved ? ['--approved', '--reason', 'A test.'] : []),
  )
  if (options.environment !== 'production') return credentials
  return { ...credentials, ...(await issueCertificate(dataDir, credentials.application_id)) }
}

export type IssuedCertificate = {
  ca_file: string
  certificate_file: string
  private_key_file?: string
  thumbprint: string
}

/** A client certificate for an application, in a directory of its own. */
export const issueCertificate = (
  dataDir: string,
  id: string,
  ...flags: string[]
): Promise<IssuedCertificate> => {
  const directory = mkdtempSync(join(dataDir, 'certificate-'))
  return naniJson<IssuedCertificate>(
    dataDir,
    ...['applications', 'issue-certificate', id, '--out', directory, ...flags],
  )
}

export const updateApplication = (dataDir: string, id: string, ...flags: string[]) =>
  nani(dataDir, 'applications', 'update', id, ...flags)

export const showApplication = (dataDir: string, id: string) =>
  naniJson<Record<string, unknown>>(dataDir, 'applications', 'show', id)
