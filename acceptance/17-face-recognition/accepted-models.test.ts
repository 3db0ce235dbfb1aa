import { afterAll, expect, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { createApplication } from '../installation/applications.ts'
import { naniJson } from '../installation/nani-command.ts'
import {
  type Installation,
  recognisingFaces,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'
import { recognise } from './recognition.ts'

const startTimeoutMs = 240_000
const services = ['face_recognition']
const someone = { identifier: { type: 'svc_id', value: 'COD-2200-0000-0001' } }

const dataDir = startedDataDir()
let installation: Installation | undefined
let production: Credentials
let sandbox: Credentials

const start = async (settings: NodeJS.ProcessEnv): Promise<void> => {
  await installation?.stop()
  installation = await startInstallation(
    dataDir,
    { ...recognisingFaces, NANI_DEMO: '0', ...settings },
    { demo: false },
  )
}
const addressOf = (name: string): string =>
  new RegExp(`^${name} +(\\S+)`, 'm').exec(installation?.output() ?? '')?.[1] ?? ''
const inProduction = () =>
  recognise<{ error?: string; object?: string }>(
    { ...production, base_url: addressOf('Production') },
    'jean-pierre-today',
    someone,
  )

afterAll(() => removeInstallation(dataDir, installation))

test(
  'production recognises no face until a start accepts the built-in models, and the sandbox does',
  async () => {
    await start({})
    production = await createApplication(dataDir, { environment: 'production', services, approved: true })
    sandbox = await createApplication(dataDir, { services })
    expect(installation?.output()).toContain('Set NANI_FACE_MODELS_ACCEPTED=true')
    expect(await inProduction()).toMatchObject({ status: 503, json: { error: 'model_not_ready' } })
    const inSandbox = { ...sandbox, base_url: addressOf('Sandbox') }
    expect((await recognise(inSandbox, 'jean-pierre-today')).status).toBe(200)

    await start({ NANI_FACE_MODELS_ACCEPTED: 'true' })
    expect(installation?.output()).not.toContain('Set NANI_FACE_MODELS_ACCEPTED=true')
    expect(await inProduction()).toMatchObject({ status: 200, json: { object: 'face_recognition' } })
    const { data } = await naniJson<{ data: { action: string }[] }>(
      dataDir,
      ...['acts', '--subject', 'NANI_FACE_MODELS_ACCEPTED'],
    )
    // Newest first.
    expect(data[0]).toMatchObject({ action: 'installation.set_rule', after: { face_models_accepted: true } })
  },
  startTimeoutMs,
)
