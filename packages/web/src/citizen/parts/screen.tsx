import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTexts } from '../app-context.ts'
import { Icon } from './icon.tsx'

type Properties = {
  title: string
  /** Where the way back leads, or what it does. */
  back?: string | (() => void)
  /** The logo of the application that the title names. */
  logo?: string | null
  /** The first screen leaves the focus at the top of the page. */
  isFirst?: boolean
  children: ComponentChildren
}

/** A screen with its heading. The heading takes the focus, so that a screen reader starts to read there. */
export const Screen = ({ title, back, logo = null, isFirst = false, children }: Properties) => {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Nani`
    if (!isFirst) heading.current?.focus()
  }, [title, isFirst])
  return (
    <main class="screen">
      {back !== undefined && (
        <a
          class="back"
          href={typeof back === 'string' ? `#/${back}` : '#/'}
          onClick={(event) => {
            if (typeof back === 'string') return
            event.preventDefault()
            back()
          }}
        >
          <Icon name="back" />
          {texts.shell.back}
        </a>
      )}
      <h1 ref={heading} tabIndex={-1} class={logo === null ? undefined : 'with-mark'}>
        {logo !== null && (
          <img class="mark-of-application" src={`/logos/${logo}`} alt="" width="44" height="44" />
        )}
        <span>{title}</span>
      </h1>
      {children}
    </main>
  )
}
