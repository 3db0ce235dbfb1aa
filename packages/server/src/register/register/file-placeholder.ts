import type { fileSchema } from '@nani/contract'
import type Type from 'typebox'
import type { StoredFile } from './register.ts'

/** Represents a file in a stored result. The form of the file is decided when the result is returned. */
export type FilePlaceholder = { $file: StoredFile }

export const filePlaceholder = (file: StoredFile): FilePlaceholder => ({ $file: file })

/** A value of the contract in which placeholders stand for files. `Text` replaces the type of a free text. */
export type WithFilePlaceholders<Value, Text = string> =
  Value extends Type.Static<typeof fileSchema>
    ? FilePlaceholder
    : Value extends string
      ? string extends Value
        ? Text
        : Value
      : Value extends readonly (infer Item)[]
        ? readonly WithFilePlaceholders<Item, Text>[]
        : Value extends object
          ? { [Field in keyof Value]: WithFilePlaceholders<Value[Field], Text> }
          : Value
