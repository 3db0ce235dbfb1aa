import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Shell, ShellContext } from './app-context.ts'
import { OpenView } from './open-view.tsx'
import { type Session, startSession } from './session.ts'
import { StartView } from './start-view.tsx'
import { type Language, loadTexts } from './texts/languages.ts'
import { rememberLanguage } from './texts/remember-language.ts'
import type { Texts } from './texts/texts.ts'

/** The whole app: its language and its session. */
export const App = (first: { language: Language; texts: Texts }) => {
  const [{ language, texts }, setTexts] = useState(first)
  const [session, setSession] = useState<Session>({ state: 'starting' })
  const start = async () => {
    setSession({ state: 'starting' })
    setSession(await startSession())
  }
  useEffect(() => {
    void start()
  }, [])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const shell = useMemo<Shell>(
    () => ({
      texts,
      language,
      chooseLanguage: async (next) => {
        rememberLanguage(next)
        setTexts(await loadTexts(next))
      },
    }),
    [texts, language],
  )
  return (
    <ShellContext.Provider value={shell}>
      {session.state === 'open' ? (
        <OpenView {...session} setSession={setSession} />
      ) : (
        <StartView session={session} setSession={setSession} retry={start} />
      )}
    </ShellContext.Provider>
  )
}
