import type { ComponentChildren } from 'preact'

type Properties = {
  children: ComponentChildren
  onClick?: () => void
  kind?: 'main' | 'equal' | 'quiet' | 'danger'
  isBusy?: boolean
  type?: 'button' | 'submit'
}

/** A busy button keeps its place and its focus, and does nothing. */
export const Button = ({ children, onClick, kind = 'main', isBusy = false, type = 'button' }: Properties) => (
  <button
    type={type}
    class={`button ${kind}`}
    aria-disabled={isBusy || undefined}
    onClick={(event) => {
      if (isBusy) event.preventDefault()
      else onClick?.()
    }}
  >
    {children}
  </button>
)
