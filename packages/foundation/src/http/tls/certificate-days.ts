import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Clock, dayMs } from '../../core/index.ts'
import { type RegisterMetrics, registerGauges } from '../../platform/index.ts'
import { certificateOf } from '../server.ts'

/** The days until each served certificate ends, less than 0 afterwards. A replaced certificate counts at once. */
export const certificateMetrics = (
  servers: ReadonlyMap<string, FastifyInstance>,
  clock: Clock,
): RegisterMetrics =>
  registerGauges(
    async () =>
      [...servers].flatMap(([surface, app]) => {
        const pem = certificateOf(app)
        if (pem === null) return []
        const endsAtMs = Date.parse(new X509Certificate(pem).validTo)
        return [{ value: (endsAtMs - clock.now()) / dayMs, labels: { surface } }]
      }),
    [
      {
        name: 'nani_certificate_days',
        help: 'Days until the certificate of a surface that this process serves over TLS ends.',
        labels: ['surface'],
        of: (certificates) => certificates,
      },
    ],
  )
