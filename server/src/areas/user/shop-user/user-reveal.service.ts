import { areaText } from '@zhanggui/domain/order/order-label.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Revealer } from '../../setting/reveal/reveal.service.ts'
import * as addresses from '../address/buyer-address.repository.ts'
import * as users from './shop-user.repository.ts'
import { nameOf } from './shop-user.service.ts'

const labels = { phone: '手机号', cardId: '身份证号', address: '详细地址' }

/** One of their addresses, by its id: `receiver12`. */
const ADDRESS = /^receiver([1-9]\d{0,14})$/

/** What is masked of customers, in full. */
export const userRevealer: Revealer = {
  type: 'user',
  objectType: 'shop-user',
  async find(ctx, id, field) {
    const found = await users.find(ctx, id)
    if (!found) return undefined
    const address = ADDRESS.exec(field)?.[1]
    if (address) return revealAddress(ctx, found.user, Number(address))
    if (!isMasked(field)) return undefined
    return { value: found.user[field] ?? '', name: nameOf(found.user), label: labels[field] }
  },
}

const isMasked = (field: string): field is keyof typeof labels => Object.hasOwn(labels, field)

/** Name, phone and address in one line. */
async function revealAddress(ctx: Ctx, user: users.ShopUser, id: number) {
  const found = await addresses.find(ctx, user.id, id)
  if (!found) return undefined
  const value = [found.realName, found.phone, areaText(found), found.detail].join(' ')
  return { value, name: nameOf(user), label: '收货地址' }
}
