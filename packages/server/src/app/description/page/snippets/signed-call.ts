import { jsonText, phpLiteral, pythonLiteral } from './literals.ts'
import { type CallShown, typescriptCall } from './typescript-call.ts'

export const languages = ['cURL', 'TypeScript', 'Python', 'PHP', 'Java'] as const
export type Language = (typeof languages)[number]
export type Snippets = Partial<Record<Language, string>>

const targetOf = ({ path, values }: CallShown): string => {
  const left = [...values]
  return path.replace(/\{\w+\}/g, () => left.shift() ?? '')
}

/** Between single quotes of the shell, which have no escape. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A signed call by the client of each language. The files are in packages/contract/clients. */
export const signedCall = (call: CallShown): Snippets => {
  const { body } = call
  const [method, target] = [call.method.toUpperCase(), targetOf(call)]
  const typescript = typescriptCall(call)
  const hasBody = body !== undefined
  const php = hasBody ? `, ${phpLiteral(body)}` : ''
  const java = hasBody ? `"""\n${jsonText(body).replaceAll('\\', '\\\\')}\n"""` : 'null'
  return {
    cURL: `nani ${method} ${target.includes('?') ? quoted(target) : target}${hasBody ? ` ${quoted(jsonText(body))}` : ''}`,
    ...(typescript !== null && { TypeScript: typescript }),
    Python: `status, answer = call(credentials, "${method}", "${target}"${hasBody ? `, ${pythonLiteral(body)}` : ''})`,
    PHP: `[$status, $answer] = $nani->call('${method}', '${target}'${php});`,
    Java: `var answer = nani.call("${method}", "${target}", ${java});`,
  }
}

/** A read without a signature. */
export const plainRead = (path: string): Snippets => ({
  cURL: `curl "$base_url${path}"`,
  TypeScript: `const answer = await fetch(\`\${baseUrl}${path}\`)\nconsole.log(await answer.text())`,
  Python: `print(urllib.request.urlopen(base_url + "${path}").read().decode())`,
  PHP: `echo file_get_contents($baseUrl . '${path}');`,
  Java: `var request = HttpRequest.newBuilder(URI.create(baseUrl + "${path}")).build();\nvar answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();`,
})
