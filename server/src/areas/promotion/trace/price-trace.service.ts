import type { TraceStep as WireStep } from '@zhanggui/contract/order/price-trace.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { TraceStep } from '@zhanggui/domain/promotion/price-trace.ts'

/** A trace on the wire. */
export const toWireTrace = (trace: readonly TraceStep[]): WireStep[] =>
  trace.map(({ rule, applied, reason, amountFen, code, about, lines, lacksFen }) => ({
    rule,
    applied,
    reason,
    amount: toYuan(amountFen),
    code,
    ...(about?.name && { about: about.name }),
    ...(amountFen > 0 && { lines: linesOf(lines) }),
    ...(lacksFen !== undefined && { lacks: toYuan(lacksFen) }),
  }))

const linesOf = (lines: TraceStep['lines']): WireStep['lines'] =>
  lines.flatMap(({ key, amountFen }) => (amountFen ? [{ skuId: Number(key), amount: toYuan(amountFen) }] : []))
