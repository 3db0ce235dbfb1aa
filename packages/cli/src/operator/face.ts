import { openFaceEngine } from '@nani/server/face/index.ts'
import { faceSecrets } from '@nani/server/open-faces.ts'
import { createPostgresRegister } from '@nani/server/register/index.ts'
import {
  enrolPhotographs,
  enrolSelfies,
  findPhotographs,
  listReasons,
  NoPhotographs,
  type NotEnrolled,
  revokeFaces,
  summarizeReasons,
} from '@nani/server/services/face/index.ts'
import { Failure } from '../failure.ts'
import { printable, printJson, type Terminal } from '../terminal.ts'
import { enrolledText, reasonLines, reasonSummaryText } from './face-text.ts'
import { type Installation, withInstallation } from './installation.ts'
import { progressOf } from './progress.ts'
import { readSince } from './since.ts'

type FaceOptions = { json?: boolean; environment?: string }

const mostShown = 1_000

const environmentOf = (options: FaceOptions, { config }: Installation): 'sandbox' | 'production' => {
  const environment = options.environment ?? (config.databaseUrl ? 'production' : 'sandbox')
  if (environment === 'sandbox' || environment === 'production') return environment
  throw new Failure(`There is no environment ${printable(environment)}.`, 'It is sandbox or production.')
}

/** `nani face enrol [PHOTOGRAPH…]`. What is enrolled stays so when it is interrupted; the same command goes on. */
export const enrol = async (paths: string[], options: FaceOptions, terminal: Terminal): Promise<void> => {
  const photographs = await findPhotographs(paths, terminal.cwd).catch(toMend)
  const refused: NotEnrolled[] = []
  const report = await withInstallation(terminal, async (installation) => {
    const { pool, clock, vaultFor, config } = installation
    const environment = environmentOf(options, installation)
    const engine = await openFaceEngine({ modelsDir: config.faceModelsDir })
    const filesVault = vaultFor('files')
    const register = createPostgresRegister({ pool, vault: filesVault })
    const dependencies = { pool, clock, vault: faceSecrets(installation).vault, engine, register, filesVault }
    const progress = progressOf(terminal, 'Enrolled', options.json === true)
    const told = {
      onRefused: (one: NotEnrolled) => refused.length < mostShown && refused.push(one),
      onProgress: (so: { enrolled: number; refused: number }) =>
        progress.update(so.enrolled + so.refused, photographs.length, `${so.refused} refused`),
    }
    try {
      return photographs.length > 0
        ? await enrolPhotographs(environment, photographs, dependencies, told)
        : await enrolSelfies(environment, null, dependencies, { onRefused: told.onRefused })
    } finally {
      progress.stop()
      await engine.close()
    }
  })
  if (options.json) printJson(terminal, { ...report, not_enrolled: refused.map(notEnrolledJson) })
  else terminal.out(enrolledText(report, refused))
}

const toMend = (error: unknown): never => {
  throw error instanceof NoPhotographs ? new Failure(printable(error.message), error.advice) : error
}

const notEnrolledJson = ({ svcId, code, problems }: NotEnrolled) => ({ svc_id: svcId, code, problems })

/** `nani face revoke SVC_ID`. */
export const revoke = async (svcId: string, options: FaceOptions, terminal: Terminal): Promise<void> => {
  const templates = await withInstallation(terminal, ({ pool }) => revokeFaces(pool, svcId))
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
