/** What a reload needs to go on with an enrolment. No photograph and no code is stored, and a closed tab forgets it. */
export type RememberedEnrolment = { id: string; identifier: string; nextMessageAt: string }

const name = 'nani-enrolment'

// A browser can refuse to store anything. Then a reload starts again.
export const readEnrolment = (): RememberedEnrolment | null => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Partial<RememberedEnrolment> | null
    const { id, identifier, nextMessageAt } = stored ?? {}
    return id && identifier && nextMessageAt ? { id, identifier, nextMessageAt } : null
  } catch {
    return null
  }
}

export const rememberEnrolment = (enrolment: RememberedEnrolment): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(enrolment))
  } catch {}
}

export const forgetEnrolment = (): void => {
  try {
    sessionStorage.removeItem(name)
  } catch {}
}
