/** A server of sign-in that the benchmark measures. */
export type Contestant = {
  name: string
  /** `pages`: the product, with the page and the form on which the citizen enters a number. */
  kind: 'product' | 'pages' | 'library'
  /** Who signs in. */
  citizens: readonly string[]
  baseUrl: string
  /** Where a request is approved, in the place of a phone. */
  approveUrl: string
  clientId: string
  stop(): Promise<void>
}

export type LoopOrder = Omit<Contestant, 'stop'> & { loops: number; concurrency: number }
export type LoopReport = {
  loops: number
  seconds: number
  /** CPU time of the client. */
  cpuMs: number
  p50Ms: number
  p99Ms: number
  failed: number
}
