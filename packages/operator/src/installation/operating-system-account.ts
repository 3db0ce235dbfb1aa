import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The kernel writes it where no one has logged in, as in a container. */
const unset = 4_294_967_295

type Sources = {
  /** What the kernel knows as the login of this process; null: nothing. */
  readLoginUid(): number | null
  effectiveUid: number | null
  nameOf(uid: number): string | null
  ownName(): string | null
}

/**
 * The account of the operating system that logged in. `sudo` and `su` change the account of a process, and not its login. So one
 * person with two accounts on this machine is one account, and two people who share an account by `sudo` are two. Where the kernel
 * knows no login, it is the account of the process.
 */
export const operatingSystemAccount = (sources: Sources = ofThisProcess): string => {
  const { readLoginUid, effectiveUid, nameOf, ownName } = sources
  const loginUid = readLoginUid()
  if (isLogin(loginUid) && loginUid !== effectiveUid) return nameOf(Number(loginUid)) ?? `uid ${loginUid}`
  return ownName() ?? `uid ${effectiveUid ?? 'unknown'}`
}

/** Whether the kernel knows who logged in. It does not in a container, nor on systems other than Linux. */
export const knowsLogin = ({ readLoginUid }: Pick<Sources, 'readLoginUid'> = ofThisProcess): boolean =>
  isLogin(readLoginUid())

const isLogin = (uid: number | null): boolean => Number.isInteger(uid) && uid !== unset

const orNull = <Value>(read: () => Value): Value | null => {
  try {
    return read()
  } catch {
    return null
  }
}

const ofThisProcess: Sources = {
  readLoginUid: () => orNull(() => Number(readFileSync('/proc/self/loginuid', 'utf8'))),
  effectiveUid: process.geteuid?.() ?? null,
  // By its full path: the person who runs the command chooses PATH.
  nameOf: (uid) =>
    orNull(() =>
      execFileSync('/usr/bin/getent', ['passwd', String(uid)], { encoding: 'utf8', timeout: 5_000 }),
    )?.split(':')[0] || null,
  // A container may run under an id that has no account.
  ownName: () => orNull(() => userInfo().username),
}
