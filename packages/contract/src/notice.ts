/**
 * A notice to the devices of a citizen, as the server sends it and the worker of the app reads it
 * (spec/citizen-app#notifications). It can appear on a locked screen, so it names no one but the application that asks,
 * and no value of the citizen. A new kind compiles when server and worker know it.
 */
export type Notice =
  | { kind: 'sign_in'; id: string; application: string; scopes: readonly string[] }
  | { kind: 'consent'; id: string; application: string }
  | { kind: 'device'; id: string; device: string }
  | { kind: 'access' }
  /** Someone guesses at codes of an enrolment. */
  | { kind: 'guess' }
