/** What one process counts since its start, by the values of one label. */
export type Counter = { name: string; help: string; label: string; values: ReadonlyMap<string, number> }

/** A counter in the text format of Prometheus, version 0.0.4. */
export const counterText = ({ name, help, label, values }: Counter): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...[...values].map(([value, count]) => `${name}{${label}="${value}"} ${count}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
