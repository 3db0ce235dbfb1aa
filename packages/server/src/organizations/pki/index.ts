export { type Authority, type AuthorityStore, ensureAuthority } from './authority.ts'
export { InvalidCertificateRequest } from './certificate-request.ts'
export {
  ensureServerCertificate,
  type IssuedCertificate,
  issueClientCertificate,
  issueServerCertificate,
  signCertificateRequest,
} from './issue.ts'
export { thumbprint } from './thumbprint.ts'
