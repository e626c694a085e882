import { BadInput } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { mapDetails } from '../../setting/dict/dict-detail.service.ts'

/** The dictionary whose words are the tags of orders. */
const TAGS = 'order_tag'

/** The words of the tags of orders, by id. */
export async function tagWords(ctx: Ctx): Promise<ReadonlyMap<number, { label: string; enabled: boolean }>> {
  const { [TAGS]: details = [] } = await mapDetails(ctx, { dictName: [TAGS] })
  return new Map(details.map(({ value, label, enabled }) => [Number(value), { label, enabled }]))
}

/** The words of all tags. @throws 400 for one of the given that is not in the dictionary, or not in use */
export async function requireTags(ctx: Ctx, ids: readonly number[], field: string) {
  const words = await tagWords(ctx)
  const unknown = ids.find((id) => !words.get(id)?.enabled)
  if (unknown !== undefined) throw new BadInput(`标签 ${unknown} 不存在或已停用`, field)
  return words
}
