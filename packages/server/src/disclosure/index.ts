export { type Account, accountOf, isCertified } from './account.ts'
export { ageOn } from './age.ts'
export { type Disclosure, disclose } from './disclose.ts'
export { type Identity, resolveIdentity } from './resolve-identity.ts'
