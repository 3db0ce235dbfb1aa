import { type Channel, createChannel } from '../core/index.ts'
import { defineModule, listenForChanges, type Platform } from '../platform/index.ts'
import { type CertificateDependencies, openAuthority, trustsCertificate } from './certificates.ts'
import { createDirectory } from './directory.ts'
import { organizationsSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'random' | 'newId' | 'vaultFor' | 'connectionString'>

/** The applications and their credentials, as the gateway reads them, and the authority of their certificates. */
export const organizationsModule = defineModule({
  name: 'organizations',
  settings: organizationsSettings,
  async open({ pool, clock, random, newId, vaultFor, connectionString }: Needs, { demo }) {
    const credentialsVault = vaultFor('credentials')
    const certificates: CertificateDependencies = {
      ...{ pool, clock, random, newId, credentialsVault },
      authorityVault: vaultFor('authority'),
    }
    const directory = createDirectory(pool, credentialsVault, clock)
    /** The application that changed; null: any of them may have changed. */
    const applicationChanges: Channel<string | null> = createChannel()
    applicationChanges.subscribe(directory.forget)
    const authority = await openAuthority(certificates)
    const listening = await listenForChanges(connectionString, applicationChanges.send)
    return {
      provides: {
        ...{ demo, directory, applicationChanges, certificates, authority },
        trustsCertificate: trustsCertificate(authority, certificates),
      },
      stop: listening.stop,
    }
  },
})
