export { type Authority, ensureAuthority } from './authority.ts'
export { InvalidCertificateRequest } from './certificate-request.ts'
export {
  ensureServerCertificate,
  type IssuedCertificate,
  issueClientCertificate,
  serverCertificateServes,
  signCertificateRequest,
} from './issue.ts'
