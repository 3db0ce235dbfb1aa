import { Refusal } from '../../core/index.ts'
import { type Check, established } from '../visit.ts'

/** Spec 1 § Rejections 2: in production the client certificate is one that this application registered. */
export const checkCertificate: Check = ({ request, application }) => {
  if (request.environment !== 'production') return
  const { thumbprint, certificateTrusted } = request.peer
  if (thumbprint === null) throw new Refusal('certificate_required')
  if (!certificateTrusted || !established(application).thumbprints.has(thumbprint)) {
    throw new Refusal('certificate_mismatch')
  }
}
