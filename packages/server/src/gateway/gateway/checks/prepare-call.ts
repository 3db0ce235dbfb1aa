import type {
  RequestContext,
  WithApplication,
  WithBody,
  WithContent,
  WithEndpoint,
  WithHeaders,
  WithParsedBody,
  WithPreparedCall,
} from '../request-context.ts'

type Readable = RequestContext &
  WithEndpoint &
  WithHeaders &
  WithApplication &
  WithBody &
  WithContent &
  WithParsedBody

/** Fields, purpose and scopes, which the endpoint knows. Only a large request takes time. */
export const prepareCall = (context: Readable): WithPreparedCall | Promise<WithPreparedCall> => {
  const { endpoint, request, application, headers, content, body, memory } = context
  if (content.kind === 'opened' && content.wrong) throw content.wrong
  const prepared = endpoint.prepare({
    request,
    application,
    body,
    prefersAsync: prefersAsync(headers.prefer),
    memory,
  })
  return prepared instanceof Promise ? prepared.then((call) => ({ prepared: call })) : { prepared }
}

/** RFC 7240: preferences are a comma-separated list, and unknown ones are ignored. */
export const prefersAsync = (header: string): boolean =>
  header.split(',').some((preference) => preference.trim().split(';')[0]?.toLowerCase() === 'respond-async')
