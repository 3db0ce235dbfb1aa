import { useShell } from '../app-context.ts'
import { type Language, languageNames } from '../texts/languages.ts'

export const LanguageChoice = ({ label }: { label: string }) => {
  const { language, texts, chooseLanguage } = useShell()
  return (
    <div class="field">
      <label for="language">{label}</label>
      <select
        id="language"
        value={language}
        onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
      >
        {Object.entries(languageNames).map(([name, ownName]) => (
          <option key={name} value={name} lang={name}>
            {ownName}
          </option>
        ))}
      </select>
      {texts.isMachineMade && <p class="quiet">{texts.shell.machineMade}</p>}
    </div>
  )
}
