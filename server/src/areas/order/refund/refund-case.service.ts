import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { RefundRow } from '../../payment/refund/refund.service.ts'

/** Cases ask for refunds and end with them; they come after refunds, and register what a refund needs of them. */
export const refundCases = defineHook<RefundCases>('refund-cases')

export type RefundCases = {
  /** The open case of an order. */
  findOpen: (ctx: Ctx, orderId: number) => Promise<OpenCase | undefined>
  /** Whether a case waits for its end. */
  isOpen: (ctx: Ctx, id: number) => Promise<boolean>
  /** A refund was stored for a case. */
  start: (tx: Ctx, id: number, refundNo: string) => Promise<unknown>
  /** The money of a case is back. Its order is locked. */
  finish: (tx: Ctx, id: number, refund: RefundRow) => Promise<void>
}

/** What an open case asks for: its units, and what was agreed. */
export type OpenCase = {
  id: number
  lines: { lineId: number; num: number }[]
  /** 0 money alone, 1 goods back first. */
  serviceType: 0 | 1
  refundAmountFen: number
  postageFen: number
  restock: boolean
}

/** The cases of orders. */
export function casesOf({ platform }: Ctx): RefundCases {
  const [cases] = platform.hooks.of(refundCases)
  if (!cases) throw new Error('nothing keeps cases')
  return cases
}
