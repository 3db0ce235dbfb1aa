/** An operation with its place in the description of a surface. */
export type Described<Operation> = Operation & { method: string; path: string }

/** The operations of an OpenAPI document of a surface, with the members that a test reads. */
export const describedOperations = <Operation>(document: unknown): Described<Operation>[] => {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}
