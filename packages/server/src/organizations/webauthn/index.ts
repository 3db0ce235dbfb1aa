export {
  type AppOrigin,
  type AssertionResponse,
  acceptCredential,
  type CreationOptions,
  type Credential,
  checkAssertion,
  creationOptions,
  hasName,
  hostOf,
  type RegistrationResponse,
  type RequestOptions,
  requestOptions,
} from './ceremonies.ts'
