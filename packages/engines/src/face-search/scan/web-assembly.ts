/* The used part of the WebAssembly API. TypeScript only has its types in the browser library. */

export type WasmMemory = { readonly buffer: ArrayBuffer | SharedArrayBuffer }
/** A compiled module. Its content is opaque. */
export type WasmModule = { readonly [compiled]: true }
declare const compiled: unique symbol

/** In pages of 64 KiB. Shared memory has a maximum. */
type MemoryShape = { initial: number; maximum?: number; shared?: boolean }

declare const WebAssembly: {
  Memory: new (shape: MemoryShape) => WasmMemory
  Module: new (bytes: Uint8Array) => WasmModule
  Instance: new (
    module: WasmModule,
    imports: Record<string, Record<string, WasmMemory>>,
  ) => { readonly exports: Record<string, (...numbers: number[]) => number> }
}

export const { Memory, Module, Instance } = WebAssembly

export const wasmPageBytes = 65_536
export const pagesOf = ({ buffer }: WasmMemory): number => buffer.byteLength / wasmPageBytes
