import { Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSay } from '../language.tsx'

type Props = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode; size?: string }

/**
 * A dialog over the page. It does not lock scrolling, because the lock writes a style into the page, which the policy
 * refuses. Its head is no `header`, which would be a second banner.
 */
export const Dialog = ({ title, isOpen, onClose, children, size = 'md' }: Props) => {
  const say = useSay()
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" px="md" pt="md">
          <Modal.Title fw={600}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={say('Close', 'Fermer')} />
        </Group>
        <Modal.Body pt="sm">{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
