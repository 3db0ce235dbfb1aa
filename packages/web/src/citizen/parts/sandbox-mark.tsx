import { useOpenApp } from '../app-context.ts'

export const SandboxMark = () => {
  const { me, texts } = useOpenApp()
  return me.environment === 'sandbox' ? <p class="sandbox">{texts.shell.sandbox}</p> : null
}
