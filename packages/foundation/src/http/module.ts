import { defineModule, type Platform } from '../platform/index.ts'
import { openHttp } from './open-http.ts'
import type { TrustCertificate } from './peer.ts'
import { httpSettings } from './settings.ts'
import { certificateMetrics } from './tls/certificate-days.ts'

type Needs = Pick<Platform, 'newId' | 'log' | 'clock'> & { trustsCertificate: TrustCertificate }

export const httpModule = defineModule({
  name: 'http',
  settings: httpSettings,
  open({ newId, log, clock, trustsCertificate }: Needs, { trustedProxies, connectionsPerAddress }) {
    const http = openHttp({ newId, log, trustsCertificate, trustedProxies, connectionsPerAddress })
    return { provides: { http }, metrics: [certificateMetrics(http.servers, clock)] }
  },
})
