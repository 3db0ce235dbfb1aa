import { Button, Stack, Switch } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Dialog } from '../../staff/parts/dialog.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { useNextItem } from '../queue/next-item.ts'

const storageKey = 'nani-desk-keys'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]') !== null

/** Single keys of the desk. A person can turn them off, because speech input can press them by accident. */
export const Keys = () => {
  const say = useSay()
  const navigate = useNavigate()
  const goToNext = useNextItem()
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') setOpen(true)
      else if (event.key === 'n') void goToNext()
      else if (event.key === 'q') void navigate({ to: '/' })
      else if (event.key === 's') void navigate({ to: '/search' })
      else if (event.key === 'p') void navigate({ to: '/proposals' })
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn, goToNext, navigate])
  const choose = (next: boolean) => {
    localStorage.setItem(storageKey, next ? 'on' : 'off')
    setOn(next)
  }
  const title = say('Keys', 'Touches')
  return (
    <>
      <Button size="xs" variant="default" aria-label={title} title={title} onClick={() => setOpen(true)}>
        <span aria-hidden="true">?</span>
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Stack gap="md">
          <Facts
            facts={[
              ['n', say('The next item of the queue', 'Le prochain élément de la file')],
              ['q', say('The queue', 'La file d’attente')],
              ['p', say('What waits for a second person', 'Ce qui attend une seconde personne')],
              ['s', say('Search', 'Recherche')],
              ['?', say('These keys', 'Ces touches')],
              ['Ctrl K', say('Any page by its name', 'Une page par son nom')],
            ]}
          />
          <Switch
            label={say('Single keys are on', 'Les touches simples sont actives')}
            checked={isOn}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
        </Stack>
      </Dialog>
    </>
  )
}
