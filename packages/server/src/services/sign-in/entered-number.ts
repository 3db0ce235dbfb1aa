import type { SignInDependencies } from './dependencies.ts'
import type { Handle } from './handles.ts'

const contextOf = ({ applicationId, requestId }: Handle) => `sign-in entered ${applicationId} ${requestId}`

/**
 * What was entered on a page, or what the application expects to be entered, for the browser that keeps it. It is sealed for
 * one request, so that no database has it, and no browser can read or change it.
 */
export const createEnteredNumbers = ({ vault }: Pick<SignInDependencies, 'vault'>) => ({
  seal: (handle: Handle, text: string): string =>
    vault.seal(Buffer.from(text), contextOf(handle)).toString('base64url'),
  /** Null if the browser sent none, or one of another request. */
  open(handle: Handle, sealed: string | null): string | null {
    if (sealed === null) return null
    try {
      return vault.open(Buffer.from(sealed, 'base64url'), contextOf(handle)).toString()
    } catch {
      return null
    }
  },
})
