import { printable, printJson, type Terminal } from '@nani/cli'
import { normalizeIdentifier } from '@nani/contract'
import { openFaceEngine } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { readRules, requireStored } from '@nani/server/app/installation-rules/index.ts'
import { createPostgresRegister } from '@nani/server/register/register/index.ts'
import {
  type EnrolmentSource,
  enrolFaces,
  enrolmentSources,
  faceSecrets,
  findPhotographs,
  listReasons,
  type NotEnrolled,
  revokeFaces,
  summarizeReasons,
} from '@nani/server/services/face/index.ts'
import type { OperatorOptions } from '../applications.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { operatorOf } from '../operator-actor.ts'
import { progressOf } from '../progress.ts'
import { readSince } from '../since.ts'
import { enrolledText, reasonLines, reasonSummaryText } from './face-text.ts'

type FaceOptions = OperatorOptions & { environment?: string; source?: string }

const maxShown = 1_000

const environmentOf = (options: FaceOptions, { config }: Installation): 'sandbox' | 'production' => {
  const environment = options.environment ?? (config.databaseUrl ? 'production' : 'sandbox')
  if (environment === 'sandbox' || environment === 'production') return environment
  throw new Refusal('value_invalid', `There is no environment ${environment}.`, {
    next: 'Use sandbox or production.',
  })
}

const sourceOf = ({ source = 'file' }: FaceOptions): EnrolmentSource => {
  const known = enrolmentSources.find((one) => one === source)
  if (known) return known
  throw new Refusal('value_invalid', `There is no source ${source}.`, {
    next: `Use one of ${enrolmentSources.join(', ')}.`,
  })
}

/** `nani face enrol [PHOTOGRAPH…]`. What is enrolled stays so when it is interrupted; the same command goes on. */
export const enrol = async (paths: string[], options: FaceOptions, terminal: Terminal): Promise<void> => {
  const photographs = await findPhotographs(paths, terminal.cwd)
  const refused: NotEnrolled[] = []
  const report = await withInstallation(terminal, async (installation) => {
    const { pool, clock, vaultFor, config } = installation
    const environment = environmentOf(options, installation)
    const source = sourceOf(options)
    const { face_files_refused } = await readRules(pool)
    requireStored('face_files_refused', face_files_refused, config.faceFilesRefused)
    const engine = await openFaceEngine({ modelsDir: config.faceModelsDir })
    const filesVault = vaultFor('files')
    const register = createPostgresRegister({ pool, vault: filesVault })
    const dependencies = { pool, clock, vault: faceSecrets(installation).vault, engine, register, filesVault }
    const progress = progressOf(terminal, 'Enrolled', options.json === true)
    const reports = {
      onRefused: (one: NotEnrolled) => refused.length < maxShown && refused.push(one),
      // The number of selfies on record is not known in advance.
      ...(photographs.length > 0 && {
        onProgress: (so: { enrolled: number; refused: number }) =>
          progress.update(so.enrolled + so.refused, photographs.length, `${so.refused} refused`),
      }),
    }
    try {
      return await enrolFaces(
        operatorOf(options, terminal),
        { environment, photographs, reports, source },
        dependencies,
      )
    } finally {
      progress.stop()
      await engine.close()
    }
  })
  if (options.json) printJson(terminal, { ...report, not_enrolled: refused.map(notEnrolledJson) })
  else terminal.out(enrolledText(report, refused))
}

const notEnrolledJson = ({ svcId, code, problems }: NotEnrolled) => ({ svc_id: svcId, code, problems })

/** `nani face revoke SVC_ID`. */
export const revoke = async (value: string, options: FaceOptions, terminal: Terminal): Promise<void> => {
  const svcId = normalizeIdentifier({ type: 'svc_id', value })?.value
  if (svcId === undefined) throw new Refusal('value_invalid', `${value} is not an svc_id.`)
  const templates = await withInstallation(terminal, (installation) => {
    const { pool, clock } = installation
    const { subjectKey } = faceSecrets(installation)
    return revokeFaces(operatorOf(options, terminal), { svc_id: svcId }, { pool, clock, subjectKey })
  })
  if (options.json) printJson(terminal, { svc_id: svcId, revoked: templates })
  else
    terminal.out(
      `  ${templates} enrolled ${templates === 1 ? 'face' : 'faces'} of ${printable(svcId)} forgotten.\n`,
    )
}

/** `nani face reasons [APPLICATION]`. */
export const reasons = async (
  application: string | undefined,
  options: { json?: boolean; since: string },
  terminal: Terminal,
): Promise<void> => {
  const text = await withInstallation(terminal, async (installation) => {
    const { pool, clock } = installation
    const nowMs = clock.now()
    const window = { from: new Date(readSince(options.since, nowMs)), until: new Date(nowMs) }
    const secrets = faceSecrets(installation).reasons
    const applications = await summarizeReasons(
      pool,
      { ...window, applicationId: application ?? null },
      secrets,
    )
    const entries = application
      ? await listReasons(pool, { ...window, applicationId: application }, secrets)
      : []
    if (options.json) {
      printJson(terminal, { applications, ...(application && { entries }) })
      return ''
    }
    return reasonSummaryText(applications, terminal) + reasonLines(entries, terminal)
  })
  terminal.out(text)
}
