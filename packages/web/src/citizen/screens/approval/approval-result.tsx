import { useOpenApp } from '../../app-context.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Screen } from '../../parts/screen.tsx'
import { fill } from '../../texts/fill.ts'
import { AnsweredWith } from './answered-with.tsx'

export type ApprovalOutcome = 'approved' | 'declined' | 'wrongNumber' | 'notRecognised' | 'ended'

const icons: Readonly<Record<ApprovalOutcome, IconName>> = {
  approved: 'check',
  declined: 'cross',
  wrongNumber: 'warning',
  notRecognised: 'warning',
  ended: 'clock',
}

/** What became of a request, the device that answered, and the next step. */
export const ApprovalResult = ({
  outcome,
  application,
}: {
  outcome: ApprovalOutcome
  application: string
}) => {
  const { texts } = useOpenApp()
  const { approval, shell, history, devices } = texts
  const isApproved = outcome === 'approved'
  return (
    <Screen key="result" title={approval[`${outcome}Title`]}>
      <div class={`outcome ${isApproved ? 'good' : ''}`}>
        <Icon name={icons[outcome]} />
      </div>
      <p class="lead centred">{fill(approval[`${outcome}Text`], { application })}</p>
      {outcome !== 'ended' && <AnsweredWith />}
      {!isApproved && <p class="centred">{approval.checkDevices}</p>}
      <a class="button main" href="#/">
        {shell.close}
      </a>
      <a class="button equal" href={isApproved ? '#/history' : '#/devices'}>
        {isApproved ? history.title : devices.title}
      </a>
    </Screen>
  )
}
