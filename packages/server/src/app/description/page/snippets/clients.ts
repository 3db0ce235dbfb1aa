import { readFileSync } from 'node:fs'
import { escapeHtml } from '../markdown.ts'

export type ClientFile = { name: string; language: string; setup: string }

/** Clients of one file each, next to the test vectors that they agree with. */
export const clientFiles: readonly ClientFile[] = [
  {
    name: 'nani.sh',
    language: 'cURL',
    setup: '. ./nani.sh\nbase_url=… api_key=… secret_key=… payload_encryption_key=…',
  },
  {
    name: 'nani.py',
    language: 'Python',
    setup:
      'import json\nfrom nani import call\ncredentials = json.load(open(".nani/demo-credentials.json"))["sandbox"]',
  },
  {
    name: 'nani.php',
    language: 'PHP',
    setup: "require 'nani.php';\n$nani = new Nani($baseUrl, $apiKey, $secretKey, $payloadEncryptionKey);",
  },
  {
    name: 'Nani.java',
    language: 'Java',
    setup: 'var nani = new Nani(baseUrl, apiKey, secretKey, payloadEncryptionKey);',
  },
]

export const readClient = (name: string): string | null =>
  clientFiles.some((one) => one.name === name)
    ? readFileSync(new URL(import.meta.resolve(`@nani/contract/clients/${name}`)), 'utf8')
    : null

const typescript = `import { Nani } from '@nani/sdk'

const nani = new Nani({ baseUrl, apiKey, secretKey, payloadEncryptionKey })`

const code = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`

/** How each example of a call begins. */
export const clientsSection = (): string => {
  const others = clientFiles.map(
    ({ name, language, setup }) =>
      `<h3>${language}</h3><p><a href="/docs/clients/${name}" download>${name}</a> is the whole client.</p>${code(setup)}`,
  )
  return `<h2 id="clients">Clients</h2>
<p>Each example of a call uses one of these clients. They sign and encrypt the call, and decrypt and verify its answer. All agree with the
published test vectors. The one for TypeScript is a package, which also repeats calls safely.</p>
<h3>TypeScript</h3>${code(typescript)}${others.join('')}`
}
