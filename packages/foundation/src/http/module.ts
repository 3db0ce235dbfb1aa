import { defineModule, type Platform } from '../platform/index.ts'
import { openHttp } from './open-http.ts'
import type { TrustCertificate } from './peer.ts'
import { httpSettings } from './settings.ts'

type Needs = Pick<Platform, 'newId' | 'log'> & { trustsCertificate: TrustCertificate }

export const httpModule = defineModule({
  name: 'http',
  settings: httpSettings,
  open: ({ newId, log, trustsCertificate }: Needs, { trustedProxies, connectionsPerAddress }) => ({
    provides: { http: openHttp({ newId, log, trustsCertificate, trustedProxies, connectionsPerAddress }) },
  }),
})
