export { isCertified } from './account.ts'
export { ageOn } from './age.ts'
export { type Identity, resolveIdentity } from './resolve-identity.ts'
