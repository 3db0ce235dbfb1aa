import { useState } from 'preact/hooks'
import { useTexts } from '../app-context.ts'
import type { CreationOptions } from '../device/webauthn.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Screen } from '../parts/screen.tsx'
import type { Session } from '../session.ts'
import { fill } from '../texts/fill.ts'
import { CodeStep } from './enrolment/code-step.tsx'
import { forgetEnrolment, type RememberedEnrolment, readEnrolment } from './enrolment/enrolment-memory.ts'
import { FaceStep } from './enrolment/face-step.tsx'
import { IdentifierStep } from './enrolment/identifier-step.tsx'
import { KeyStep } from './enrolment/key-step.tsx'
import { ResumeStep } from './enrolment/resume-step.tsx'

type OpenSession = Extract<Session, { state: 'open' }>

/** The steps in their order. Each one knows only what the server gave it. */
export type Step =
  | { name: 'resume'; enrolment: RememberedEnrolment }
  | { name: 'identifier'; identifier?: string }
  | ({ name: 'code' } & RememberedEnrolment)
  | { name: 'face'; id: string }
  | { name: 'key'; id: string; challenge: string; webauthn: CreationOptions | undefined }
  | { name: 'ended'; reason: 'ended' | 'notRecognised' }
  | { name: 'done'; session: OpenSession }

export type StepProperties<Name extends Step['name']> = {
  step: Extract<Step, { name: Name }>
  onStep: (step: Step) => void
}

/** A reload goes on where it was. */
const firstStep = (): Step => {
  const enrolment = readEnrolment()
  return enrolment ? { name: 'resume', enrolment } : { name: 'identifier' }
}

const numbered: readonly Step['name'][] = ['identifier', 'code', 'face', 'key']

type Properties = { onSession: (session: Session) => void; onCancel: () => void }

/** Registers this device: identifier, code, face, key. */
export const EnrolmentScreen = ({ onSession, onCancel }: Properties) => {
  const texts = useTexts()
  const { enrolment, shell } = texts
  const [step, setStep] = useState<Step>(firstStep)
  const onStep = (next: Step) => {
    if (next.name === 'ended' || next.name === 'done') forgetEnrolment()
    setStep(next)
  }
  const cancel = () => {
    forgetEnrolment()
    onCancel()
  }
  if (step.name === 'done')
    return (
      <Screen title={fill(enrolment.doneTitle, { name: step.session.me.given_name })}>
        <Notice kind="done">{enrolment.doneText}</Notice>
        <Button onClick={() => onSession(step.session)}>{shell.continue}</Button>
      </Screen>
    )
  if (step.name === 'ended')
    return (
      <Screen title={enrolment.startAgain} back={cancel}>
        <Notice kind="problem">{enrolment[step.reason]}</Notice>
        <Button onClick={() => onStep({ name: 'identifier' })}>{enrolment.startAgain}</Button>
      </Screen>
    )
  if (step.name === 'resume')
    return (
      <Screen title={shell.loading} back={cancel}>
        <ResumeStep step={step} onStep={onStep} />
      </Screen>
    )
  const number = numbered.indexOf(step.name) + 1
  return (
    <Screen key={step.name} title={enrolment[`${step.name}Title`]} back={cancel}>
      <p class="step">{fill(enrolment.step, { n: number, total: numbered.length })}</p>
      <progress value={number} max={numbered.length} aria-hidden="true" />
      {step.name === 'identifier' && <IdentifierStep step={step} onStep={onStep} />}
      {step.name === 'code' && <CodeStep key={step.id} step={step} onStep={onStep} />}
      {step.name === 'face' && <FaceStep step={step} onStep={onStep} />}
      {step.name === 'key' && <KeyStep step={step} onStep={onStep} />}
    </Screen>
  )
}
