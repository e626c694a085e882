import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'

/** What activities bring is counted for the whole shop: an account that sees its stores alone would see the others'. @throws 403 */
export function requireWholeShop({ actor }: Ctx): void {
  if (actor.scope.storeIds) throw new HttpError(403, 'FORBIDDEN', '活动效果按全店统计，您的账号只能查看所属门店的数据')
}
