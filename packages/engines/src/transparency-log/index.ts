export { appendLeaves, type ChangedTile } from './append-leaves.ts'
export { type Checkpoint, openCheckpoint, readCheckpoint, signCheckpoint } from './checkpoint.ts'
export { cosign, cosignedAt } from './cosignature.ts'
export { decodeBundle, encodeBundle } from './entry-bundle.ts'
export type { JsonValue } from './json-value.ts'
export { emptyRoot, hashBytes, leafHash, leafHashes, nodeHash, rootOfHashes, sha256 } from './merkle-hash.ts'
export { isConsistent, isIncluded } from './merkle-proof.ts'
export {
  isKeyName,
  type NoteKey,
  type NoteSigner,
  newPrivateKey,
  openSigner,
  readVerifierKey,
  requireVerifierKey,
  verifierKey,
} from './note-key.ts'
export { isSignedBy, type Note, noteSignatureBy, readNote, signNote } from './signed-note.ts'
export { readTilePath, type TileResource, tilePath } from './tile-path.ts'
export {
  consistencyProof,
  hashesIn,
  inclusionProof,
  type ReadTile,
  rootOf,
  tileWidth,
  widthOfTile,
} from './tiles.ts'
export { formatTlogProof, readTlogProof, type TlogProof, verifyTlogProof } from './tlog-proof.ts'
export { formatWitnessRequest, readWitnessRequest, type WitnessRequest } from './witness-request.ts'
