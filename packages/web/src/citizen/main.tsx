import { render } from 'preact'
import { App } from './app.tsx'
import { storeForOffline } from './offline.ts'
import { chooseLanguage, loadTexts } from './texts/languages.ts'
import { readLanguage } from './texts/remember-language.ts'

const start = async () => {
  const loaded = await loadTexts(chooseLanguage(readLanguage(), navigator.languages ?? []))
  // The link of a message: https://…/revoke#token
  const token = location.pathname === '/revoke' ? location.hash.slice(1) : null
  render(<App {...loaded} revocation={token} />, document.getElementById('app') as HTMLElement)
  storeForOffline()
}
void start()
