type Vulnerability = {
  name: string
  severity: string
  via: (string | { title?: string; url?: string })[]
  /** Places in the lock file. */
  nodes: string[]
}
type Report = { vulnerabilities?: Record<string, Vulnerability>; message?: string }

const severe = ['high', 'critical']

/** What the output of `npm audit --json` means for a build. Only the packages at the shown places count. */
export const adviceOf = (
  output: string,
  shown: { has(place: string): boolean },
): { isRefused: boolean; lines: string[] } => {
  const { vulnerabilities, message } = reportOf(output)
  if (!vulnerabilities)
    return {
      isRefused: false,
      lines: [`NOT CHECKED: the registry gave no advisories (${message ?? 'no answer'}).`],
    }
  const found = Object.values(vulnerabilities).filter(({ nodes }) => nodes.some((place) => shown.has(place)))
  const lines = found.map(
    ({ name, severity, via }) =>
      `${severity}: ${name}: ${via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')}`,
  )
  if (found.length === 0)
    return { isRefused: false, lines: ['No advisory concerns a package that runs or is in the pages.'] }
  return { isRefused: found.some(({ severity }) => severe.includes(severity)), lines }
}

const reportOf = (output: string): Report => {
  try {
    return JSON.parse(output) as Report
  } catch {
    return {}
  }
}
