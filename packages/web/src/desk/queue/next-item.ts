import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { send } from '../../staff/send.ts'
import { pathOfItem, type Queue } from './queue.ts'

/** Opens the item after the one of this page, and the oldest one from any other page. */
export const useNextItem = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(async () => {
    const { data } = await queries.fetchQuery({
      queryKey: ['/queue', ''],
      queryFn: () => send<Queue>('GET', '/queue'),
    })
    const paths = [...new Set(data.map(pathOfItem))]
    const next = paths[paths.indexOf(decodeURI(pathname)) + 1] ?? paths[0]
    await navigate({ to: next ?? '/' })
  }, [queries, navigate, pathname])
}
