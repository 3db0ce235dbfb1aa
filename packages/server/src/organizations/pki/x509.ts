// The library requires this polyfill when it is loaded.
import 'reflect-metadata'

export * from '@peculiar/x509'
