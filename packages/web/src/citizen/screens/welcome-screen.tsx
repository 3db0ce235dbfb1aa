import { useTexts } from '../app-context.ts'
import { Button } from '../parts/button.tsx'
import { Icon, type IconName, Logo } from '../parts/icon.tsx'
import { LanguageChoice } from '../parts/language-choice.tsx'
import { Notice } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'

const icons: readonly IconName[] = ['check', 'eye', 'hand']

/** The first screen of a device that is not registered. */
export const WelcomeScreen = ({ wasRemoved, onStart }: { wasRemoved: boolean; onStart: () => void }) => {
  const { enrolment, shell } = useTexts()
  return (
    <>
      <header class="welcome-head">
        <Logo />
        <span class="brand">Nani</span>
      </header>
      <Screen title={enrolment.welcomeTitle} isFirst>
        {wasRemoved && <Notice kind="problem">{shell.deviceRemoved}</Notice>}
        <p class="lead">{enrolment.welcomeText}</p>
        <ul class="promises">
          {enrolment.promises.map((promise, at) => (
            <li key={promise}>
              <Icon name={icons[at] ?? 'check'} />
              <span>{promise}</span>
            </li>
          ))}
        </ul>
        <Button onClick={onStart}>{enrolment.start}</Button>
        <LanguageChoice label={enrolment.chooseLanguage} />
      </Screen>
    </>
  )
}
