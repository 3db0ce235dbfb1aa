import { networksOf } from '../core/index.ts'

/**
 * The address for limits: an IPv4 address, or the /64 network of an IPv6 address, because one caller has all of its
 * addresses.
 */
export const addressGroup = (address: string): string => networksOf(address)[0] ?? address
