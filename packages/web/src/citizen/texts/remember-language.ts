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

/** Calls `use` with each language that is remembered in another tab. Returns the function that ends this. */
export const followLanguage = (use: (language: string | null) => void): (() => void) => {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === name) use(newValue)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
