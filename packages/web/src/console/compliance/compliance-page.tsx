import { useSay } from '../../staff/language.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { AlertsSection } from './alerts-section.tsx'
import { DispositionsSection } from './dispositions-section.tsx'
import { FaceReasonsSection } from './face-reasons-section.tsx'
import { MonitorsSection } from './monitors-section.tsx'

export const CompliancePage = () => {
  const say = useSay()
  return (
    <Page
      title={say('Compliance', 'Conformité')}
      about={say(
        'For the Owner and Compliance officers. Each reading of this page is in the acts.',
        'Pour le propriétaire et les responsables conformité. Chaque lecture de cette page figure dans les actes.',
      )}
    >
      <AlertsSection />
      <DispositionsSection />
      <MonitorsSection />
      <FaceReasonsSection />
    </Page>
  )
}
