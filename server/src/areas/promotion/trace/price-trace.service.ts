import type { TraceStep as WireStep } from '@zhanggui/contract/order/price-trace.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { TraceStep } from '@zhanggui/domain/promotion/quote.ts'

/** A trace on the wire. */
export const toWireTrace = (trace: readonly TraceStep[]): WireStep[] =>
  trace.map(({ rule, applied, reason, amountFen, code, about, lacksFen }) => ({
    ...{ rule, applied, reason, amount: toYuan(amountFen), code },
    ...(about?.name && { about: about.name }),
    ...(lacksFen !== undefined && { lacks: toYuan(lacksFen) }),
  }))
