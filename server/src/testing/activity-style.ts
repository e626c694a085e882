import { activityStyle, type StyleDraft } from '@zhanggui/contract/decor/activity-style.ts'
import { expect } from 'vitest'
import { openProductShop, type ProductShop } from './product.ts'
import type { Caller, ShopOptions } from './shop.ts'

/** A shop, and somebody with all permissions for styles. */
export type StyleShop = ProductShop & { keeper: Caller }

export async function openStyleShop(options: ShopOptions = {}): Promise<StyleShop> {
  const opened = await openProductShop(options)
  return { ...opened, keeper: await opened.shop.signIn({ can: Object.values(activityStyle) }) }
}

/** The form of an open frame for all products, from long ago until long after. */
export function styleDraft(change: Partial<StyleDraft> = {}): StyleDraft {
  return {
    name: '双十一边框',
    type: 0,
    startTime: '2020-01-01 00:00:00',
    endTime: '2099-12-31 23:59:59',
    style: 'https://m.example/frame.png',
    status: true,
    method: 0,
    ...change,
  }
}

/** Stores a style. @returns its id */
export async function makeStyle(keeper: Caller, change: Partial<StyleDraft> = {}): Promise<number> {
  const { status, body } = await keeper.call(activityStyle.save, { body: styleDraft(change) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

export async function readStyle(keeper: Caller, id: number) {
  const { status, body } = await keeper.call(activityStyle.info, { query: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
