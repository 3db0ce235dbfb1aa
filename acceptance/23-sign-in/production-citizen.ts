import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '../client/credentials.ts'
import { issueCertificate } from '../installation/applications.ts'
import { nani } from '../installation/nani-command.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { createSignInApplication } from './relying-party.ts'

export type ProductionCitizen = { svcId: string; phone: string; firstName: string; lastName: string }

/** The person of the portrait, on another day. */
export const todayPhotograph = join(repositoryRoot, 'examples/faces/jean-pierre-today.jpg')

/** Imports a citizen of production with a telephone and an enrolled portrait. */
export const importCitizen = async (
  dataDir: string,
  { svcId, phone, firstName, lastName }: ProductionCitizen,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'nani-citizen-'))
  const citizen = {
    ...{ svc_id: svcId, first_name: firstName, last_name: lastName, date_of_birth: '1985-02-03' },
    ...{ gender: 'male', nationality: 'COD', certified: true, status: 'active', level_of_assurance: 'LOA3' },
    phone_numbers: [{ number: phone, operator: 'Orange', is_primary: true, verified: true }],
  }
  writeFileSync(join(folder, 'citizens.ndjson'), JSON.stringify(citizen))
  await nani(dataDir, 'register', 'import', join(folder, 'citizens.ndjson'), '--environment', 'production')
  const portrait = join(folder, `${svcId}.jpg`)
  copyFileSync(join(repositoryRoot, 'examples/faces/jean-pierre-enrolled.jpg'), portrait)
  await nani(dataDir, 'face', 'enrol', portrait, '--environment', 'production')
  rmSync(folder, { recursive: true })
}

/** An approved application of production, with its certificate. */
export const createProductionApplication = async (
  dataDir: string,
  services = 'sso_login',
): Promise<Credentials> => {
  const flags = ['--environment', 'production', '--approved', '--reason', 'A test.', '--services', services]
  const created = await createSignInApplication(dataDir, ...flags)
  return { ...created, ...(await issueCertificate(dataDir, created.application_id)) }
}
