import { useEffect, useState } from 'preact/hooks'

/** The path after `#`: one page serves all screens, and the browser's way back works. */
const current = (): readonly string[] => location.hash.replace(/^#\/?/, '').split('/').filter(Boolean)

export const useRoute = (): readonly string[] => {
  const [route, setRoute] = useState(current)
  useEffect(() => {
    const follow = () => {
      setRoute(current())
      scrollTo(0, 0)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

export const go = (path: string): void => {
  location.hash = `/${path}`
}

/** Goes to a screen that takes the place of this one, so that the way back skips a finished step. */
export const goInstead = (path: string): void => location.replace(`#/${path}`)
