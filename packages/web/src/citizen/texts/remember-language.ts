const name = 'nani-language'

// A browser can refuse to store anything.
export const readLanguage = (): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export const rememberLanguage = (language: string): void => {
  try {
    localStorage.setItem(name, language)
  } catch {}
}
