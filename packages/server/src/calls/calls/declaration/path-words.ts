/** The words of a path, for the names of operations: `/v1/kyc/validations` is `kyc_validations`. */
export const pathWords = (path: string): string => path.split('/').slice(2).join('_').replaceAll('-', '_')
