import type { Area } from '../../platform/area.ts'

/** Carts, checkout, orders and their payments. */
export const order: Area = {
  name: 'order',
  routes: [],
}
