import { useState } from 'react'
import { ApiError } from './api-error.ts'

type Versioned = { version: number }

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/**
 * One field after two people changed it: as it was when the form was opened, as this person left it, and as another person
 * stored it. Of a list, the additions and removals of both count. Of any other field, an entry of this person stays.
 */
export const merged = <Value>(opened: Value, mine: Value, theirs: Value): Value => {
  if (isSame(opened, mine)) return theirs
  if (!(Array.isArray(opened) && Array.isArray(mine) && Array.isArray(theirs))) return mine
  const added = mine.filter((one) => !opened.includes(one) && !theirs.includes(one))
  const kept = theirs.filter((one) => mine.includes(one) || !opened.includes(one))
  return [...kept, ...added] as Value
}

/** The fields that the person changed. */
export const changedFields = <Fields extends object>(opened: Fields, mine: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(mine).filter(([name, value]) => !isSame(opened[name as keyof Fields], value)),
  ) as Partial<Fields>

export const isEmpty = (changed: object): boolean => Object.keys(changed).length === 0

const mergedFields = <Fields extends object>(opened: Fields, mine: Fields, theirs: Fields): Fields =>
  Object.fromEntries(
    Object.entries(mine).map(([name, value]) => {
      const field = name as keyof Fields
      return [name, merged(opened[field], value as Fields[keyof Fields], theirs[field])]
    }),
  ) as Fields

type Change<Read, Fields> = (
  entries: { all: Fields; changed: Partial<Fields> },
  version: number,
) => Promise<Read>

/**
 * The entries of a form, and the version of the object that they are based on. If another person changed the same object
 * meanwhile, the form keeps its entries and shows the other values. After the person has seen them, both changes are in
 * the form. A change of other members of the object disturbs no one.
 */
export const useDraft = <Read extends Versioned, Fields extends object>(
  read: Read,
  fieldsOf: (object: Read) => Fields,
) => {
  const [opened, setOpened] = useState(read)
  const [draft, setDraft] = useState(() => fieldsOf(read))
  const [theirs, setTheirs] = useState<Read | null>(null)

  const attempt = async (change: Change<Read, Fields>): Promise<Read | null> => {
    const before = fieldsOf(opened)
    const entries = { all: draft, changed: changedFields(before, draft) }
    for (let { version } = opened; ; ) {
      try {
        const stored = await change(entries, version)
        setOpened(stored)
        setDraft(fieldsOf(stored))
        setTheirs(null)
        return stored
      } catch (error) {
        const current = currentOf<Read>(error)
        if (current === null) throw error
        if (!isSame(fieldsOf(current), before) || current.version === version) {
          setTheirs(current)
          return null
        }
        version = current.version
      }
    }
  }
  const accept = () => {
    if (theirs === null) return
    setDraft(mergedFields(fieldsOf(opened), draft, fieldsOf(theirs)))
    setOpened(theirs)
    setTheirs(null)
  }
  const edit = (part: Partial<Fields>) => setDraft((now) => ({ ...now, ...part }))
  return { draft, edit, theirs, attempt, accept }
}

/** The object as another person stored it; null: this is another error. */
const currentOf = <Read>(error: unknown): Read | null =>
  error instanceof ApiError && error.problem.error === 'changed_meanwhile'
    ? ((error.problem.current ?? null) as Read | null)
    : null
