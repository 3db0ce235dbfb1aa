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
 * A result shape with extensible enums (spec/conventions#versioning). A union of literals also accepts an unknown
 * string, and editors still complete it. A single literal is unchanged, so that it can discriminate a union. Unknown
 * members are kept at run time.
 */
export type Tolerant<T> = OpenString<Extract<T, string>> | OpenRest<Exclude<T, string>>
