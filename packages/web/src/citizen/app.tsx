import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Shell, ShellContext } from './app-context.ts'
import { storeNotificationTexts } from './offline.ts'
import { OpenView } from './open-view.tsx'
import { RevokeScreen } from './screens/revoke-screen.tsx'
import { type Session, startSession } from './session.ts'
import { StartView } from './start-view.tsx'
import { chooseLanguage, type Language, loadTexts } from './texts/languages.ts'
import { followLanguage, rememberLanguage } from './texts/remember-language.ts'
import type { Texts } from './texts/texts.ts'

/** The whole app: its language and its session. */
type Properties = {
  language: Language
  texts: Texts
  /** The token of the link that removes a device. */
  revocation: string | null
}

export const App = ({ revocation, ...first }: Properties) => {
  const [{ language, texts }, setTexts] = useState(first)
  const [session, setSession] = useState<Session>({ state: 'starting' })
  const start = async () => {
    setSession({ state: 'starting' })
    setSession(await startSession())
  }
  useEffect(() => {
    if (revocation === null) void start()
  }, [])
  // A language that is chosen in one tab is that of all tabs.
  useEffect(
    () =>
      followLanguage(async (next) => setTexts(await loadTexts(chooseLanguage(next, navigator.languages)))),
    [],
  )
  useEffect(() => {
    document.documentElement.lang = language
    void storeNotificationTexts(texts).catch(() => {})
  }, [language, texts])
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
      {revocation !== null ? (
        <RevokeScreen token={revocation} />
      ) : session.state === 'open' ? (
        <OpenView {...session} setSession={setSession} />
      ) : (
        <StartView session={session} setSession={setSession} retry={start} />
      )}
    </ShellContext.Provider>
  )
}
