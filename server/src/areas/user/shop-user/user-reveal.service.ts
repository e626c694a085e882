import type { Revealer } from '../../setting/reveal/reveal.service.ts'
import * as users from './shop-user.repository.ts'
import { nameOf } from './shop-user.service.ts'

const labels = { phone: '手机号', cardId: '身份证号', address: '详细地址' }

/** What is masked of customers, in full. */
export const userRevealer: Revealer = {
  type: 'user',
  objectType: 'shop-user',
  async find(ctx, id, field) {
    const found = await users.find(ctx, id)
    if (!found || !isMasked(field)) return undefined
    return { value: found.user[field] ?? '', name: nameOf(found.user), label: labels[field] }
  },
}

const isMasked = (field: string): field is keyof typeof labels => Object.hasOwn(labels, field)
