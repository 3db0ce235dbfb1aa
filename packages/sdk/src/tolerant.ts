type IsUnion<T, Whole = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [Whole] extends [T]
      ? false
      : true
    : never

type OpenString<T extends string> = string extends T ? T : true extends IsUnion<T> ? T | (string & {}) : T

type OpenRest<T> = T extends readonly (infer Item)[]
  ? Tolerant<Item>[]
  : T extends object
    ? { [Key in keyof T]: Tolerant<T[Key]> }
    : T

/**
 * A result shape whose enums may grow (spec 1 § Versioning, rule 2): a union of literals also admits a string
 * that this release does not know, and still completes in an editor. A single literal stays one, so that it
 * can discriminate. Unknown members are kept at run time.
 */
export type Tolerant<T> = OpenString<Extract<T, string>> | OpenRest<Exclude<T, string>>
