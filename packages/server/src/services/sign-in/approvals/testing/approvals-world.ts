import { createSecretKey, randomBytes } from 'node:crypto'
import { createChannel } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { subjectKeyOf } from '../../../../app/audit/index.ts'
import { devicesFromHome } from '../../../../citizens/citizen-devices/index.ts'
import { createApplication } from '../../../../organizations/organizations/index.ts'
import type { Alarm } from '../../../../risk/detection/index.ts'
import { testCitizen } from '../../../../testing/citizen.ts'
import { openDevices } from '../../../../testing/devices/citizen-devices.ts'
import type { AskedSignIn } from '../../dependencies.ts'
import { groupReads } from '../../requests/grouped-reads.ts'
import { groupWrites } from '../../requests/grouped-writes.ts'
import { createListAnswers } from '../list-answers.ts'

/** Citizens with these numbers, an application of production, and what approvals depend on. */
export const openApprovals = async (svcIds: readonly string[]) => {
  const devices = await openDevices(svcIds.map((svc_id) => testCitizen({ svc_id })))
  const { pool, clock, random, newId, register, phones, rootKey } = devices
  const application = await createApplication(
    { kind: 'operator', name: 'amina', roles: ['supervisor'] },
    { name: 'Boutique\nscopes: none', environment: 'production', services: ['sso_login'] },
    { pool, clock, random, newId, credentialsVault: createVault(rootKey, 'credentials', random) },
  )
  const signInAsked = createChannel<AskedSignIn>()
  const announced: string[] = []
  const announce = (...followed: string[]) => void announced.push(...followed)
  const alarms: Alarm[] = []
  const onAlarm = (alarm: Alarm) => void alarms.push(alarm)
  const reasons: { outcome: string }[] = []
  const dependencies = {
    ...{ pool, clock, random, register, phones, signInAsked, announce, onAlarm },
    ...{ reads: groupReads(pool, clock), writes: groupWrites(pool) },
    vault: createVault(rootKey, 'sign-in', random),
    auditKey: subjectKeyOf(rootKey),
    subjectKey: subjectKeyOf(rootKey),
    applications: { findByApiKey: async () => null, findById: async () => null, findLogo: async () => null },
    approvalKey: createSecretKey(randomBytes(32)),
    citizenDevices: devices.devices,
    citizenFaces: {
      check: devices.checkFace,
      writeReason: async (_client: unknown, given: { outcome: string }) => void reasons.push(given),
    },
  }
  return {
    ...devices,
    application,
    signInAsked,
    announced,
    alarms,
    reasons,
    dependencies,
    listAnswers: createListAnswers(dependencies),
  }
}

/** The same for applications in a cell. Home has the devices. */
export const approvalsOfCell = (
  { dependencies, devices, pool: home, clock }: Awaited<ReturnType<typeof openApprovals>>,
  cell: pg.Pool,
) => ({
  ...dependencies,
  ...{ pool: cell, reads: groupReads(cell, clock), writes: groupWrites(cell, home) },
  citizenDevices: devicesFromHome(devices, home),
})
