import type { Area } from '../../platform/area.ts'

/** Coupons: what buyers receive copies of, and spend once. */
export const coupon: Area = { name: 'coupon', routes: [] }
