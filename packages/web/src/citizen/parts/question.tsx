import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTexts } from '../app-context.ts'
import { Button } from './button.tsx'

type Properties = {
  question: string
  /** What the question is about. */
  details?: ComponentChildren
  answer: string
  onAnswer: () => void
  onClose: () => void
}

/**
 * Asks before something is taken away. The browser keeps the focus inside, and Escape closes it. Browsers of 2020 and before
 * show the question where it is in the page, with the focus on its first button.
 */
export const Question = ({ question, details, answer, onAnswer, onClose }: Properties) => {
  const { shell } = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    if (shown?.showModal) shown.showModal()
    else {
      shown?.setAttribute('open', '')
      shown?.classList.add('in-page')
      shown?.querySelector('button')?.focus()
    }
    shown?.scrollIntoView()
  }, [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="question">
      <p id="question">{question}</p>
      {details}
      <div class="pair">
        <Button kind="equal" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button kind="danger" onClick={onAnswer}>
          {answer}
        </Button>
      </div>
    </dialog>
  )
}
