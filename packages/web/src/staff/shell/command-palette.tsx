import { Button, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useSay } from '../language.tsx'
import { Dialog } from '../parts/dialog.tsx'

const maxShown = 12
const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type PagesToGoTo = () => { to: string; label: string }[]

/** Goes to any page by its name. It opens with Ctrl K or ⌘K. `usePages`: every page that the person can go to. */
export const CommandPalette = ({ usePages }: { usePages: PagesToGoTo }) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        className="search"
      >
        <span className="search-word">{say('Go to', 'Aller à')}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <Dialog title={say('Go to a page', 'Aller à une page')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Pages usePages={usePages} onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const Pages = ({ usePages, onChosen }: { usePages: PagesToGoTo; onChosen: () => void }) => {
  const say = useSay()
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const words = folded(typed).split(/\s+/)
  const found = usePages()
    .filter(({ label }) => words.every((word) => folded(label).includes(word)))
    .slice(0, maxShown)
  const go = (to: string | undefined) => {
    if (to === undefined) return
    onChosen()
    void navigate({ to })
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setPosition((position + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') go(found[position]?.to)
    else return
    event.preventDefault()
  }
  return (
    <Stack gap="xs">
      <TextInput
        role="combobox"
        aria-label={say('Name of the page', 'Nom de la page')}
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={found[position] ? `${id}${position}` : undefined}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setPosition(0)
        }}
        onKeyDown={press}
      />
      <div
        role="listbox"
        id={`${id}list`}
        aria-label={say('Pages', 'Pages')}
        className="palette"
        tabIndex={-1}
      >
        {found.map(({ to, label }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list.
          <div
            key={to}
            role="option"
            id={`${id}${at}`}
            aria-selected={at === position}
            tabIndex={-1}
            onClick={() => go(to)}
          >
            {label}
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <div role="status">{say('No page has this name.', 'Aucune page n’a ce nom.')}</div>
      ) : null}
    </Stack>
  )
}
