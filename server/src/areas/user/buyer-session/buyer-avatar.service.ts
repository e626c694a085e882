import { BadInput } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { requireBuyerPictures } from '../../file/attachment/buyer-picture.service.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { fileKeysIn } from '../../file/file/file-ref.service.ts'
import * as customers from './buyer-account.repository.ts'

/** Where WeChat keeps the pictures of its users. */
const WECHAT = /^https:\/\/(?:[a-z0-9-]+\.)*(?:qlogo|qpic)\.cn\/\S*$/i

/** Whether WeChat hosts a picture: the owner of any other address would see who looks at it, staff included. */
export const isOfWechat = (address: string): boolean => WECHAT.test(address)

/**
 * The picture that the calling buyer gives of themselves, as it is stored: their own upload, WeChat's, or the one they have. Others' files
 * are not theirs to show, and could not be deleted while a buyer names them.
 * @throws {BadInput} for any other
 */
export async function readAvatar(ctx: Ctx, address: string): Promise<string> {
  const stored = (await readMedia(ctx)).toStored(address)
  const { uid } = ctx.buyer
  if (stored === '' || isOfWechat(stored) || stored === (await customers.findById(ctx, uid))?.avatar) return stored
  if (fileKeysIn(stored)[0] !== stored) throw new BadInput('头像须为上传到本店的图片，或微信头像', 'avatar')
  await requireBuyerPictures(ctx, uid, address, 'avatar')
  return stored
}
