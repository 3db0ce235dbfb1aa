// The library looks for this polyfill the moment it is loaded.
import 'reflect-metadata'

export * from '@peculiar/x509'
