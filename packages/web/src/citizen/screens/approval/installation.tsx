import { useOpenApp } from '../../app-context.ts'

/** Who asks: the name and the logo of the installation. */
export const InstallationName = () => {
  const { installation } = useOpenApp().pending
  if (!installation) return null
  const { name, logo } = installation
  return (
    <p class="installation">
      {logo !== null && <img src={`/installation-logo/${logo}`} alt="" width="32" height="32" />}
      <span>{name}</span>
    </p>
  )
}

/** They open in another tab, so that the request stays. */
export const InstallationLinks = () => {
  const { pending, texts } = useOpenApp()
  const { help, privacy } = texts.approval
  const links = [
    [pending.installation?.help_url, help],
    [pending.installation?.privacy_url, privacy],
  ] as const
  return (
    <p class="installation-links">
      {links.map(
        ([url, text]) =>
          url && (
            <a key={text} href={url} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ),
      )}
    </p>
  )
}
