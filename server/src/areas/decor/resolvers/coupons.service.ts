import type { Coupons, Newcomer } from '@zhanggui/page-kit/data.ts'
import { listOpen } from '../../coupon/copy/front-coupon.service.ts'
import { listCardsByIds } from '../../product/window/window.service.ts'
import type { Asking, Resolver } from './resolver.ts'

const MOST = 100

const idsOf = ({ props }: Asking, key: string) => (Array.isArray(props[key]) ? (props[key] as number[]) : [])

/** The coupons that the caller can take now: the first ones, or those chosen. */
export const coupons: Resolver = async (ctx, components) => {
  const { list } = await listOpen(ctx, { limit: MOST })
  return new Map(
    components.map((component): [string, Coupons] => {
      const { source, count } = component.props
      if (source !== 'manual') return [component.id, { list: list.slice(0, Number(count) || 0) }]
      const chosen = idsOf(component, 'couponIds')
      return [component.id, { list: chosen.flatMap((id) => list.find((coupon) => coupon.id === id) ?? []) }]
    }),
  )
}

/** What newcomers get. */
export const newcomer: Resolver = async (ctx, components) => {
  const { list } = await listOpen(ctx, { limit: MOST })
  const productIds = components.flatMap((component) => idsOf(component, 'productIds'))
  const cards = new Map(
    (productIds.length ? (await listCardsByIds(ctx, productIds)).list : []).map((card) => [card.id, card]),
  )
  return new Map(
    components.map((component): [string, Newcomer] => [
      component.id,
      {
        coupons: idsOf(component, 'couponIds').flatMap((id) => list.find((coupon) => coupon.id === id) ?? []),
        products: idsOf(component, 'productIds').flatMap((id) => cards.get(id) ?? []),
      },
    ]),
  )
}
