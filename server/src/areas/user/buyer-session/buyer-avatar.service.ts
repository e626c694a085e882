import type { Ctx } from '../../../platform/http/context.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { fileKeysIn } from '../../file/file/file-ref.service.ts'

/** Where WeChat keeps the pictures of its users. */
const WECHAT = /^https:\/\/(?:[a-z0-9-]+\.)*(?:qlogo|qpic)\.cn\/\S*$/i

/**
 * The picture that a buyer gives of themselves, as it is stored: one uploaded to the shop, or WeChat's. Any other address would tell
 * its owner who looks at it, staff included.
 * @returns undefined for another address
 */
export async function readAvatar(ctx: Ctx, address: string): Promise<string | undefined> {
  const stored = (await readMedia(ctx)).toStored(address)
  return stored === '' || fileKeysIn(stored)[0] === stored || WECHAT.test(stored) ? stored : undefined
}
