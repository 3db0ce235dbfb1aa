const timeoutMs = 10_000
const maxAnswerBytes = 64 * 1024

/** The text of a response. An answer that is larger than any of a witness is an error. */
const textOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxAnswerBytes) throw new Error('The answer of the witness is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Sends a request to a witness. */
export const postToWitness = async (url: string, body: string): Promise<{ status: number; body: string }> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method: 'POST', body, signal, redirect: 'error' })
  return { status: response.status, body: await textOf(response) }
}

/** The newest checkpoint of a log that a witness has. Null: it has none. */
export const checkpointOfWitness = async (url: string): Promise<string | null> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  const body = await textOf(response)
  if (response.status === 404) return null
  if (response.status !== 200) throw new Error(`The witness answered ${response.status}.`)
  return body
}
