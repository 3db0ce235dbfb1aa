type Options = Record<string, unknown>

const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)

/** The answer of a passkey as the API reads it; null: the person closed the dialog of the browser. */
const answered = async (asked: Promise<Credential | null>): Promise<Options | null> => {
  try {
    const credential = (await asked) as PublicKeyCredential | null
    return credential ? ({ ...credential.toJSON() } as Options) : null
  } catch (error) {
    if (isCancelled(error)) return null
    throw error
  }
}

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

export const askPasskey = (options: Options): Promise<Options | null> =>
  answered(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
    }),
  )

export const createPasskey = (options: Options): Promise<Options | null> =>
  answered(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
    }),
  )
