import { useCallback, useEffect, useState } from 'preact/hooks'
import { call, serverNow } from './api.ts'
import { ApiError, codeOf } from './api-error.ts'
import type { Pending } from './app-context.ts'
import type { Approval, Consent, Installation } from './contract.ts'
import { isPartMissing } from './parts/notice.tsx'

const pollMs = 3000
const pollWithEventsMs = 30_000

/**
 * The requests that wait for an answer. The server reports changes by events. Without them, the app asks every three
 * seconds. It asks nothing while it is not visible.
 */
export const usePending = (): Pending => {
  const [approvals, setApprovals] = useState<readonly Approval[]>([])
  const [found, setFound] = useState<readonly PendingApproval[]>([])
  const [installation, setInstallation] = useState<Installation | null>(null)
  const [hasQuiet, setQuiet] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [consents, setConsents] = useState<readonly Consent[]>([])
  const [areMissing, setMissing] = useState({ approvals: false, consents: false })
  const reload = useCallback(async () => {
    const read = await call<Read>('GET', '/approvals').catch(codeOf)
    // A server that is busy is asked again in a moment.
    setFailed(typeof read === 'string' && read !== 'busy' ? read : null)
    if (typeof read !== 'string') {
      setInstallation(read.installation ?? null)
      setApprovals(read.approvals.filter(isOpen))
      setQuiet(read.quiet === true)
      setFound((before) => before.filter(isOpen))
      setLoaded(true)
      setMissing((before) => ({ ...before, approvals: isPartMissing(read) }))
    }
    const all = await call<{ consents: Consent[] }>('GET', '/consents').catch(() => null)
    if (!all) return
    setConsents(all.consents.filter(({ status }) => status === 'pending'))
    setMissing((before) => ({ ...before, consents: isPartMissing(all) }))
  }, [])
  useEffect(() => watch(reload), [reload])
  const find = useCallback(async (number: number) => {
    const read = await call<{ approvals: Approval[] }>('POST', '/approvals/find', { number })
    setFound(read.approvals.filter(isOpen).map((approval) => ({ ...approval, typed: number })))
    // It may be in the part that is missing.
    if (read.approvals.length === 0 && isPartMissing(read)) throw new ApiError('history_incomplete')
    return read.approvals.length > 0
  }, [])
  const listed = new Set(approvals.map(({ id }) => id))
  const all = [...approvals, ...found.filter(({ id }) => !listed.has(id))]
  const typedFor = (id: string) => found.find((one) => one.id === id)?.typed ?? null
  return {
    ...{ isLoaded, failed, installation, approvals: all, consents, hasQuiet, find, typedFor, reload },
    isPartMissing: areMissing.approvals || areMissing.consents,
  }
}

type Read = { approvals: Approval[]; quiet?: boolean; installation?: Installation }

/** A request with the number that led to it. */
type PendingApproval = Approval & { typed: number }

const isOpen = ({ expires_at }: Approval): boolean => Date.parse(expires_at) > serverNow()

const watch = (reload: () => Promise<void>): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let events: EventSource | null = null
  let isEnded = false
  const stop = () => {
    clearTimeout(timer)
    events?.close()
    events = null
  }
  const poll = async () => {
    clearTimeout(timer)
    await reload()
    if (isEnded || document.hidden) return
    timer = setTimeout(poll, events?.readyState === EventSource.OPEN ? pollWithEventsMs : pollMs)
  }
  const start = () => {
    stop()
    if (isEnded || document.hidden) return
    events = new EventSource('/api/approvals/events')
    events.addEventListener('changed', () => void poll())
    void poll()
  }
  start()
  document.addEventListener('visibilitychange', start)
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', start)
    stop()
  }
}
