import type { Platform } from '../../../platform/http/context.ts'
import { findIncoming, WECHAT_EVENT } from '../../wechat/incoming/incoming.service.ts'
import { handleShopEvent } from './component-event.service.ts'

const OF_SHOP = /^open_product_/

/** Has what WeChat tells of its shop handled. */
export function registerShopEvents({ outbox }: Platform): void {
  outbox.consume('component-events', [WECHAT_EVENT], async (tx, { data: { id } }) => {
    const incoming = await findIncoming(tx, Number(id))
    if (!incoming || !OF_SHOP.test(incoming.event)) return
    const { event, at, fields } = incoming
    // What it is about stands in an element called as the event.
    const nested = Object.values(fields).find((value) => typeof value === 'object' && value !== null)
    const data = { ...fields, ...(nested as Record<string, unknown> | undefined) }
    await handleShopEvent(tx, { key: `wechat ${incoming.id}`, at, event, data })
  })
}
