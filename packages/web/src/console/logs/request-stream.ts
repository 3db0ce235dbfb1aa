import type { LoggedRequest } from '@nani/contract/console'
import { useEffect, useState } from 'react'

const maxShown = 100

/** New requests as the server sends them, the newest first. The browser connects again by itself. */
export const useRequestStream = (address: string, isOpen: boolean): readonly LoggedRequest[] => {
  const [arrived, setArrived] = useState<LoggedRequest[]>([])
  useEffect(() => {
    if (!isOpen) return
    const source = new EventSource(address)
    source.onmessage = ({ data }) => {
      const request = JSON.parse(String(data)) as LoggedRequest
      setArrived((before) => [request, ...before].slice(0, maxShown))
    }
    return () => {
      source.close()
      setArrived([])
    }
  }, [address, isOpen])
  return arrived
}
