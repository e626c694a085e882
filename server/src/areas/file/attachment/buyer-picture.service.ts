import { BadInput } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as files from '../file/file.repository.ts'
import { describeFiles } from '../file/file.service.ts'
import { fileKeysIn } from '../file/file-ref.service.ts'
import { readMedia } from './media.service.ts'

/**
 * Requires that pictures which a buyer shows are that buyer's own uploads, under the addresses that the uploads answered.
 * @param shown one address, or a list of them
 * @throws 400 naming the field, in a list the first that is not
 */
export async function requireBuyerPictures(
  ctx: Ctx,
  uid: number,
  shown: string | readonly string[],
  field: string,
): Promise<void> {
  const addresses = typeof shown === 'string' ? [shown] : shown
  if (!addresses.length) return
  const rows = await files.findOfBuyer(ctx, uid, fileKeysIn(addresses.join(' ')))
  const own = new Set((await describeFiles(ctx, rows)).flatMap(({ url, path }) => [url, path]))
  const { toStored } = await readMedia(ctx)
  const at = addresses.findIndex((address) => !own.has(address) && !own.has(toStored(address)))
  if (at >= 0) throw new BadInput('请上传自己的图片', typeof shown === 'string' ? field : `${field}[${at}]`)
}
