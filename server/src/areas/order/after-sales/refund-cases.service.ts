import type { RefundCases } from '../refund/refund-case.service.ts'
import { changeCase, findOpen, finishCase, isCaseOpen } from './after-sales.repository.ts'

/** What refunds need of cases. */
export const casesForRefunds: RefundCases = {
  findOpen,
  isOpen: isCaseOpen,
  start: (tx, id, refundNo) => changeCase(tx, id, { refundNo }),
  finish: finishCase,
}
