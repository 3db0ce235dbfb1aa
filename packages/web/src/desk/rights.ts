/** Placeholder until the frame of the desk is merged. */
export const useMay =
  () =>
  (_operation: string): boolean =>
    true
