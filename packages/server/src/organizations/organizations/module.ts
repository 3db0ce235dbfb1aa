import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { placedKeys } from '../../gateway/acts/index.ts'
import { type CertificateDependencies, openAuthority, trustsCertificate } from './certificates.ts'
import { isDemo, startDemo } from './demo-rule.ts'
import { openDirectory } from './directory.ts'
import { openInstallation } from './installation.ts'
import { organizationsSettings } from './settings.ts'

type Needs = Pick<
  Platform,
  'pool' | 'ownerPool' | 'ownsSchema' | 'clock' | 'random' | 'newId' | 'vaultFor' | 'connectionString' | 'log'
>

/** The applications and their credentials, as the gateway reads them, and the authority of their certificates. */
export const organizationsModule = defineModule({
  name: 'organizations',
  settings: organizationsSettings,
  async open(needs: Needs, settings) {
    const { pool, clock, random, newId, vaultFor } = needs
    const credentialsVault = vaultFor('credentials')
    const certificates: CertificateDependencies = {
      ...{ pool, clock, random, newId, credentialsVault },
      authorityVault: vaultFor('authority'),
    }
    const { demo, settle } = await startDemo({ ...needs, credentialsVault }, settings.demo)
    const authority = await openAuthority(certificates)
    // Also without cells: the first one may be added while the process runs.
    const { directory, applicationChanges, stop } = await openDirectory(needs, (keys) =>
      placedKeys(pool, keys),
    )
    return {
      provides: {
        installation: await openInstallation(settings),
        ...{
          demo,
          isDemo: () => isDemo(certificates),
          directory,
          applicationChanges,
          certificates,
          authority,
        },
        trustsCertificate: trustsCertificate(authority, certificates),
      },
      start: settle,
      stop,
    }
  },
})
