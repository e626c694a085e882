import { chunkFailed } from './chunk-reload.ts'

/**
 * Loads a part of the program. A part that is gone, as after an update, is worth one reload of the page; after that the
 * failure goes on to the caller (SH-9).
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

/** A part of the program that could not be loaded, a reload notwithstanding. */
export class ChunkError extends Error {
  constructor(options: ErrorOptions) {
    super('页面资源加载失败，请刷新重试', options)
    this.name = 'ChunkError'
  }
}
