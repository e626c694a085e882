import { BadInput } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as drafts from './form-draft.repository.ts'

/** Fits a product form with 600 SKUs and a description. */
const MAX_BYTES = 1024 * 1024

/** The caller's own unfinished form, if there is one; for a new row without one, the latest from another window. */
export async function findDraft(ctx: Ctx, kind: string, key: string) {
  const draft =
    (await drafts.find(ctx, kind, key)) ?? (key.startsWith('new') ? await drafts.findNew(ctx, kind) : undefined)
  return draft ? { body: draft.body, time: toWireTime(draft.time), key: draft.key } : { body: null, time: null }
}

/**
 * Stores the caller's unfinished form, replacing the previous one.
 * @throws {BadInput} above a megabyte
 */
export async function keepDraft(ctx: Ctx, kind: string, key: string, body: Record<string, unknown>): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(body)) > MAX_BYTES) throw new BadInput('草稿内容过大，无法自动保存', 'body')
  await drafts.store(ctx, kind, key, body)
}

export function removeDraft(ctx: Ctx, kind: string, key: string): Promise<void> {
  return drafts.remove(ctx, kind, key)
}
