import type { FileProvider } from '@zhanggui/domain/file/file-type.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isKey } from '../../../platform/outside/storage/storage.ts'
import * as loose from './loose-object.repository.ts'
import { localStorage, storageOf } from './storage.service.ts'

/** Longer than any upload takes. */
const AGE_MS = 24 * 3600_000
const BATCH = 200

/** Removes objects that no file refers to a day after they were noted. Returns how many it processed. */
export async function removeLooseObjects(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const before = new Date(ctx.now().getTime() - AGE_MS)
  let processed = 0
  while (!signal?.aborted) {
    const batch = await loose.listBefore(ctx, before, BATCH)
    for (const object of batch) await removeLoose(ctx, object)
    processed += batch.length
    if (batch.length < BATCH) break
  }
  return processed
}

async function removeLoose(ctx: Ctx, object: loose.LooseObject): Promise<void> {
  const { provider, key } = object
  try {
    if (!(await loose.isNamed(ctx, object))) {
      await (await storageOf(ctx, provider as FileProvider)).delete(key)
      if (provider !== 1 && isKey(key) && !(await loose.isNamed(ctx, { ...object, provider: 1 })))
        await localStorage(ctx).delete(key)
    }
    await loose.forget(ctx, provider, [key])
  } catch (error) {
    ctx.log.warn({ err: error, key, provider }, 'an object without a file was not removed')
    await loose.postpone(ctx, object)
  }
}
