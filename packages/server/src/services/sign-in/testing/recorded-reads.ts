import type { SignInDependencies } from '../dependencies.ts'

type Read = Pick<SignInDependencies, 'register' | 'phones'>

/** Dependencies whose register and telephone numbers note each look-up in a list. */
export const recordedReads = <Dependencies extends Read>(dependencies: Dependencies) => {
  const { register, phones } = dependencies
  const read: string[] = []
  const findCitizen: typeof register.findCitizen = (...given) => {
    read.push(`register ${given[0].type}`)
    return register.findCitizen(...given)
  }
  const onlyHolder: typeof phones.onlyHolder = (...given) => {
    read.push('phones')
    return phones.onlyHolder(...given)
  }
  const recorded = { register: { ...register, findCitizen }, phones: { ...phones, onlyHolder } }
  return { read, dependencies: { ...dependencies, ...recorded } }
}
