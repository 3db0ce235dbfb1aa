import { openFaceEngine } from '@nani/engines/face-engine/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { readRules, requireStored } from '@nani/server/app/installation-rules/index.ts'
import { isDemo } from '@nani/server/organizations/organizations/index.ts'
import { createPostgresRegister } from '@nani/server/register/register/index.ts'
import {
  type EnrolmentReport,
  type EnrolmentSource,
  enrolFaces,
  enrolmentSources,
  faceSecrets,
  findPhotographs,
  type NotEnrolled,
  requireAcceptedModels,
} from '@nani/server/services/face/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'
import { progressOf } from '../command-line/progress.ts'
import type { Installation } from '../installation/installation.ts'

const maxShown = 1_000

type Given = { photographs: string[]; environment?: string; source?: string; json?: boolean }

const environmentOf = ({ environment: given }: Given, { config }: Installation): 'sandbox' | 'production' => {
  const environment = given ?? (config.databaseUrl ? 'production' : 'sandbox')
  if (environment === 'sandbox' || environment === 'production') return environment
  throw new Refusal('value_invalid', `There is no environment ${environment}.`, {
    next: 'Use sandbox or production.',
  })
}

const sourceOf = ({ source = 'file' }: Given): EnrolmentSource => {
  const known = enrolmentSources.find((one) => one === source)
  if (known) return known
  throw new Refusal('value_invalid', `There is no source ${source}.`, {
    next: `Use one of ${enrolmentSources.join(', ')}.`,
  })
}

export type Enrolled = { report: EnrolmentReport; refused: NotEnrolled[] }

/** `nani face enrol [PHOTOGRAPH…]`. What is enrolled stays so when it is interrupted; the same command goes on. */
export const enrol = async (call: OpenCall): Promise<Enrolled> => {
  const { actor, terminal, installation } = call
  const given = call.given as Given
  const photographs = await findPhotographs(given.photographs, terminal.cwd)
  const refused: NotEnrolled[] = []
  const { pool, registerPool, clock, vaultFor, config } = installation
  const environment = environmentOf(given, installation)
  const source = sourceOf(given)
  const rules = await readRules(pool)
  requireStored('face_files_refused', rules.face_files_refused, config.faceFilesRefused)
  requireStored('face_models_accepted', rules.face_models_accepted, config.faceModelsAccepted)
  const requireModels = await requireAcceptedModels(config.faceModelsDir, {
    pool,
    isDemo: () => isDemo(installation),
  })
  await requireModels(environment)
  const engine = await openFaceEngine({ modelsDir: config.faceModelsDir })
  call.finally(() => engine.close())
  const filesVault = vaultFor('files')
  const register = createPostgresRegister({ pool: registerPool, vault: filesVault })
  const vault = faceSecrets(installation).vault
  const needs = { pool, registerPool, clock, vault, engine, register, filesVault }
  const progress = progressOf(terminal, 'Enrolled', given.json === true)
  call.finally(progress.stop)
  const reports = {
    onRefused: (one: NotEnrolled) => refused.length < maxShown && refused.push(one),
    // The number of selfies on record is not known in advance.
    ...(photographs.length > 0 && {
      onProgress: (so: { enrolled: number; refused: number }) =>
        progress.update(so.enrolled + so.refused, photographs.length, `${so.refused} refused`),
    }),
  }
  const report = await enrolFaces(actor, { environment, photographs, reports, source }, needs)
  return { report, refused }
}

export const enrolledJson = ({ report, refused }: Enrolled) => ({
  ...report,
  not_enrolled: refused.map(({ svcId, code, problems }) => ({ svc_id: svcId, code, problems })),
})
