import { Button } from '@mantine/core'
import { SecondFactors } from '../../staff/account/account-page.tsx'
import { DemandDialog } from '../../staff/account/demand-dialog.tsx'
import { Entrance } from '../../staff/entrance/entrance.tsx'
import { useSay } from '../../staff/language.tsx'
import { hasSecondFactor, type Operator } from '../shell/session.ts'

/** The step between the password and the desk. */
export const FirstFactorPage = ({ me, onReady }: { me: Operator; onReady: () => void }) => {
  const say = useSay()
  return (
    <Entrance title={say('Add a second factor', 'Ajouter un second facteur')}>
      <SecondFactors
        me={me}
        note={say(
          'Without a second factor, nothing else is permitted. Your recovery codes follow.',
          'Sans second facteur, rien d’autre n’est permis. Vos codes de secours suivent.',
        )}
      />
      {hasSecondFactor(me) ? (
        <Button onClick={onReady}>{say('Open the desk', 'Ouvrir le poste')}</Button>
      ) : null}
      <DemandDialog me={me} accountPath="/account" />
    </Entrance>
  )
}
