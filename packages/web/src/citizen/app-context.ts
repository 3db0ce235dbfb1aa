import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Approval, Consent, Installation, Me } from './contract.ts'
import type { StoredDevice } from './device/store.ts'
import type { Language } from './texts/languages.ts'
import type { Texts } from './texts/texts.ts'

/** What every screen may use. */
export type Shell = {
  texts: Texts
  language: Language
  chooseLanguage: (language: Language) => void
}

/** What a screen may use once the citizen is signed in. */
export type OpenApp = Shell & {
  me: Me
  device: StoredDevice
  pending: Pending
  /** Reads the person and the settings again. */
  changeMe: (me: Me) => void
  signOut: (options: { forgetsKey: boolean }) => Promise<void>
}

export type Pending = {
  /** The server has been asked. Before, nothing is known about requests. */
  isLoaded: boolean
  /** Who asks for the approval; null before the server has been asked. */
  installation: Installation | null
  /** Why the last question got no answer. What is listed may then be out of date. */
  failed: string | null
  /** A database could not be read: requests may wait that are not listed. */
  isPartMissing: boolean
  approvals: readonly Approval[]
  consents: readonly Consent[]
  /** Requests wait that notified no one, after too many without an answer. The number of the page finds them. */
  hasQuiet: boolean
  /** Whether a request shows this number. It is among the approvals then. */
  find: (number: number) => Promise<boolean>
  /** The number by which a request was found, so that it is typed once; null: it was not found by a number. */
  typedFor: (id: string) => number | null
  reload: () => Promise<void>
}

export const ShellContext = createContext<Shell | null>(null)
export const OpenAppContext = createContext<OpenApp | null>(null)

const required = <T>(value: T | null): T => {
  if (value === null) throw new Error('This part is used outside of its context.')
  return value
}

export const useShell = (): Shell => required(useContext(ShellContext))
export const useTexts = (): Texts => useShell().texts
export const useOpenApp = (): OpenApp => required(useContext(OpenAppContext))
