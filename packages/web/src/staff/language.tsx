import { createContext, type ReactNode, use, useEffect, useState } from 'react'

export type Language = 'fr' | 'en'
/** Chooses between the English and the French text. Both are written at the place that shows them. */
export type Say = <Text>(en: Text, fr: Text) => Text

const storageKey = 'nani-console-language'

const firstLanguage = (): Language => {
  const stored = localStorage.getItem(storageKey)
  if (stored === 'fr' || stored === 'en') return stored
  return navigator.languages.find((one) => /^(fr|en)/.test(one))?.startsWith('en') ? 'en' : 'fr'
}

const Context = createContext<{ language: Language; choose(language: Language): void } | null>(null)

export const LanguageProvider = ({ children }: { children: ReactNode }) => {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  // A person who chooses a language has chosen it for all tabs.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === storageKey) setLanguage(firstLanguage())
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
  const choose = (chosen: Language) => {
    localStorage.setItem(storageKey, chosen)
    setLanguage(chosen)
  }
  return <Context value={{ language, choose }}>{children}</Context>
}

export const useLanguage = () => {
  const context = use(Context)
  if (!context) throw new Error('There is no LanguageProvider.')
  return context
}

export const useSay = (): Say => {
  const { language } = useLanguage()
  return (en, fr) => (language === 'en' ? en : fr)
}
