type Run = { id: string; status: string; checks: { name: string; result: string }[] }

const pollMs = 1_000

/** Calls the console with the cookies of one browser. A refusal is thrown with its message. */
export const openConsole = (url: string) => {
  const cookies = new Map<string, string>()
  const call = async <Body = unknown>(method: string, path: string, body: unknown = {}): Promise<Body> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { 'X-Nani-App': '1', 'Content-Type': 'application/json' }),
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return (text === '' ? null : JSON.parse(text)) as Body
  }
  return Object.assign(call, {
    /** The token of the newest mail to an address. The demo shows its mail. */
    async newestToken(to: string): Promise<string> {
      const { data } = (await (await fetch(`${url}/mailbox.json`)).json()) as {
        data: { to: string; links: string[] }[]
      }
      const link = data.find((mail) => mail.to === to)?.links[0] ?? ''
      return new URL(link).searchParams.get('token') ?? ''
    },
    /** Starts a conformance run and waits for its end. */
    async untilEnded(path: string): Promise<Run['checks']> {
      const { id } = await call<Run>('POST', path)
      for (;;) {
        const run = await call<Run>('GET', `${path}/${id}`)
        if (run.status === 'completed' || run.status === 'failed') return run.checks
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
    },
  })
}
