import type { CrashableInstallation } from './crashable-installation.ts'

export type Health = { status: number; notReady: string[]; tookMs: number }

/** Asks `/livez` or `/readyz` of the sandbox port. */
export const askHealth = async (
  installation: CrashableInstallation,
  path: '/livez' | '/readyz',
): Promise<Health> => {
  const startedMs = performance.now()
  // It uses its own connection, because those of the load all wait for responses.
  const answer = await fetch(installation.running().demo.sandbox.base_url + path)
  const { not_ready = [] } = (await answer.json()) as { not_ready?: string[] }
  return { status: answer.status, notReady: not_ready, tookMs: performance.now() - startedMs }
}
