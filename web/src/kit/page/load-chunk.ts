import { chunkFailed } from './chunk-reload.ts'

/**
 * Loads a chunk. A chunk that is gone, as after an update, causes one reload of the page; after that the error is passed
 * to the caller.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (chunkFailed(window.sessionStorage, Date.now()) === 'give-up') throw new ChunkError({ cause: error })
    window.location.reload()
    return new Promise<never>(() => undefined)
  }
}

/** A chunk that could not be loaded even after a reload. */
export class ChunkError extends Error {
  constructor(options: ErrorOptions) {
    super('页面资源加载失败，请刷新重试', options)
    this.name = 'ChunkError'
  }
}
