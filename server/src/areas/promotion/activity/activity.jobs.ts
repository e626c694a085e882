import type { Platform } from '../../../platform/http/context.ts'
import { closeOfProduct } from './activity.service.ts'

/** Activities of a product that was taken down nevertheless are closed and end. */
export function registerActivityClosing({ outbox }: Platform): void {
  outbox.consume('activity-close', ['product.down'], async (tx, { data }) => {
    if (data.force === true) await closeOfProduct(tx, Number(data.id))
  })
}
