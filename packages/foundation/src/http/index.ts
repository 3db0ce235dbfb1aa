export { addressGroup } from './address-group.ts'
export {
  type AnswerMemory,
  answerMemoryBounds,
  createAnswerMemories,
  type RenderingMemory,
} from './answer-memory.ts'
export { readAppFiles } from './app-files.ts'
export { addAppFiles } from './app-files-route.ts'
export { beginBody, type HeldBody, readBody } from './body.ts'
export { type BodyBudget, bodyBudget } from './body-budget.ts'
export { blockBytes } from './body-bytes.ts'
export { type ConsolePages, createConsolePages } from './console-pages.ts'
export { proveConnection } from './guard-connections.ts'
export { addImmutableRoute } from './immutable-route.ts'
export { listen, openPort, urlOf } from './listen.ts'
export { httpModule } from './module.ts'
export { type Http, openHttp } from './open-http.ts'
export { type Peer, resolvePeer } from './peer.ts'
export { onlyMethods } from './routes/only-methods.ts'
export { addPublicDocument } from './routes/public-document.ts'
export { asFrameworkRefusal, sendRefusal, shownRefusal } from './send-refusal.ts'
export { createServer, onUnreadableTarget, replaceCertificate, type TlsOptions } from './server.ts'
export { type HttpSettings, httpSettings } from './settings.ts'
export { createSourceLimit } from './source-limit.ts'
