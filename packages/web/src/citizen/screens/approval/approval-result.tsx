import { useTexts } from '../../app-context.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Screen } from '../../parts/screen.tsx'
import { fill } from '../../texts/fill.ts'

export type Outcome = 'approved' | 'declined' | 'wrongNumber' | 'notRecognised' | 'ended'

const icons: Readonly<Record<Outcome, IconName>> = {
  approved: 'check',
  declined: 'cross',
  wrongNumber: 'warning',
  notRecognised: 'warning',
  ended: 'clock',
}

export const ApprovalResult = ({ outcome, application }: { outcome: Outcome; application: string }) => {
  const { approval, shell } = useTexts()
  return (
    <Screen key="result" title={approval[`${outcome}Title`]}>
      <div class={`outcome ${outcome === 'approved' ? 'good' : ''}`}>
        <Icon name={icons[outcome]} />
      </div>
      <p class="lead centred">{fill(approval[`${outcome}Text`], { application })}</p>
      <a class="button main" href="#/">
        {shell.close}
      </a>
    </Screen>
  )
}
