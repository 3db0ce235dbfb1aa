import { timingSafeEqual } from 'node:crypto'
import { accessDenied, serverError, siteOf, type WayBack, wayBackOf } from './callback.ts'
import { replacementOf } from './correct-number.ts'
import type { RequestFacts, SignInDependencies } from './dependencies.ts'
import { type Handle, readHandle } from './handles.ts'
import { sha256 } from './hashes.ts'
import { followersOf } from './requests/answers.ts'
import { type RequestRow, writeDueAnswer } from './requests/requests.ts'
import type { Answer } from './requests/write-requests.ts'

/** What a visit of the page of a sign-in leads to. */
export type VisitResult =
  | { next: 'identify' | 'wait'; request: RequestRow }
  | { next: 'redirect'; location: string }
  /** The number was corrected: another page took the place of this one. */
  | { next: 'moved'; handle: string }
  /** No request has this address. */
  | { next: 'unknown' }
  /** The request belongs to another browser, or the browser keeps no cookies. */
  | { next: 'foreign'; request: RequestRow }

/** An approved request leads to a code for this long. */
const collectMs = 60_000

type Dependencies = Pick<SignInDependencies, 'pool' | 'reads' | 'baseUrl'> & {
  issueCode(request: RequestRow, secret: string, facts: RequestFacts): Promise<string>
}

export const isOfBrowser = ({ browser_hash }: RequestRow, secret: string | null): boolean =>
  secret !== null && timingSafeEqual(browser_hash, sha256(secret))

/** The request of an address, with the answer that is due by now. */
export const readCurrent = async (
  handle: Handle,
  { pool, reads }: Pick<SignInDependencies, 'pool' | 'reads'>,
): Promise<RequestRow | null> => {
  const request = await reads.request(handle)
  const isDue = request?.status === 'waiting' && (request.answers_in_ms ?? 1) <= 0
  if (!isDue) return request
  await writeDueAnswer(pool, handle)
  return reads.request(handle)
}

const isOver = (request: RequestRow): boolean => {
  if (request.status === 'declined') return true
  if (request.status === 'approved') return (request.answered_ms_ago ?? 0) > collectMs
  return request.status !== 'issued' && request.ms_left <= 0
}

export const createVisit =
  (dependencies: Dependencies) =>
  async (address: string, secret: string | null, facts: RequestFacts): Promise<VisitResult> => {
    const handle = readHandle(address)
    const request = handle && (await readCurrent(handle, dependencies))
    if (!request) return { next: 'unknown' }
    const isOwn = secret !== null && isOfBrowser(request, secret)
    const replacement = replacementOf(request)
    if (replacement !== null && isOwn) return { next: 'moved', handle: replacement }
    // Another browser also goes back to the application, but learns nothing of the request.
    if (isOver(request))
      return {
        next: 'redirect',
        location: isOwn ? accessDenied(wayBackOf(request, dependencies)) : siteOf(request),
      }
    if (!isOwn) return { next: 'foreign', request }
    switch (request.status) {
      case 'started':
        return { next: 'identify', request }
      case 'waiting':
        return { next: 'wait', request }
      default:
        return { next: 'redirect', location: await dependencies.issueCode(request, secret, facts) }
    }
  }

type Answering = Pick<SignInDependencies, 'reads' | 'writes' | 'announce' | 'baseUrl'>

/** Writes the answer of the citizen. The first answer is final; returns false for any other. */
export const createAnswer =
  ({ reads, writes, announce }: Omit<Answering, 'baseUrl'>) =>
  async (handle: Handle, answer: Answer): Promise<boolean> => {
    const answered = await writes.answer(handle, answer)
    if (!answered) return false
    reads.remember.answered(answered)
    announce(...followersOf(answered))
    return true
  }

/** Ends a request without a code, and returns the address to which the browser goes. */
const createEnd = (locationOf: (way: WayBack) => string) => (dependencies: Answering) => {
  const answer = createAnswer(dependencies)
  return async (request: RequestRow): Promise<string> => {
    await answer(
      { applicationId: request.application_id, requestId: request.request_id },
      { answer: 'declined' },
    )
    return locationOf(wayBackOf(request, dependencies))
  }
}

/** The citizen goes back to the application without signing in. */
export const createCancel = createEnd(accessDenied)

/** An internal error prevents that the citizen is asked. The application may send the browser again. */
export const createGiveUp = createEnd(serverError)
