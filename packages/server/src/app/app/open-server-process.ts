import type { Environment } from '@nani/contract'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createAllDatabases } from '../../gateway/acts/index.ts'
import type { CertificateDependencies, DemoChoice } from '../../organizations/organizations/index.ts'
import { type ServerConfig, serverModules } from './compose.ts'

/** The server as the process and the operator's command see it. */
export type Server = {
  baseUrls: Record<Environment, string>
  /** The address of the app for citizens. */
  citizenUrl: string
  /** The address of the console for organizations. */
  consoleUrl: string
  /** The address of the desk for operators. */
  deskUrl: string
  certificates: CertificateDependencies
  /** Which demo applications this start makes. */
  demo: DemoChoice
  stop(): Promise<void>
}

export const openServerProcess = async (config: ServerConfig, platform: Platform): Promise<Server> => {
  const process = { ...platform, allDatabases: createAllDatabases(platform.clock) }
  const { context, stop } = await serverModules.open(process, config, platform.role !== 'api')
  const { of } = context.http.publicUrls
  return {
    baseUrls: { sandbox: of('sandbox'), production: of('production') },
    citizenUrl: context.citizenUrl,
    consoleUrl: context.consoleUrl,
    deskUrl: context.deskUrl,
    certificates: context.certificates,
    demo: context.demo,
    stop,
  }
}
