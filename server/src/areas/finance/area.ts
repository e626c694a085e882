import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
import { exports } from '../../platform/work/exports.ts'
import { todoCounters } from '../message/live/todo.service.ts'
import { payables } from '../payment/payment/payable.service.ts'
import { revealers } from '../setting/reveal/reveal.service.ts'
import { accountEnds } from '../user/centre/customer-centre.service.ts'
import { approvalAct, approvalActs } from '../work/approval/approval.service.ts'
import { registerSheetKind } from '../work/sheet-batch/sheet-batch.service.ts'
import { billExport } from './bill/bill.export.ts'
import { serveBills } from './bill/bill.routes.ts'
import { billSheet } from './gateway-bill/gateway-bill.export.ts'
import { registerGatewayBills } from './gateway-bill/gateway-bill.jobs.ts'
import { serveGatewayBills } from './gateway-bill/gateway-bill.routes.ts'
import { paymentExport } from './payment-list/payment-list.export.ts'
import { servePaymentLists } from './payment-list/payment-list.routes.ts'
import { rechargeExport } from './recharge/recharge.export.ts'
import { registerRecharges } from './recharge/recharge.jobs.ts'
import { serveRecharges } from './recharge/recharge.routes.ts'
import { refuseWhileRefunding } from './recharge/recharge.service.ts'
import { rechargePayable } from './recharge/recharge-payable.service.ts'
import { refundRecharge } from './recharge/recharge-refund.service.ts'
import { registerRecon } from './recon/recon.jobs.ts'
import { serveRecon } from './recon/recon.routes.ts'
import { payoutResults } from './withdrawal/payout-sheet.service.ts'
import { payoutSheet, withdrawalExport } from './withdrawal/withdrawal.export.ts'
import { serveWithdrawals } from './withdrawal/withdrawal.routes.ts'
import {
  refuseEndWhileOpen,
  stepWithdrawals,
  withdrawalRevealer,
  withdrawalsToReview,
} from './withdrawal/withdrawal.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['recharge', 'bill', 'withdrawal', 'payment-list', 'gateway-bill', 'recon'] as const

/**
 * Money of the shop beside orders: what buyers pay into their balance, the ledger of all money, what promoters are paid out, and whether
 * the books agree with those of the providers.
 */
export const finance: Area = {
  name: 'finance',
  routes: [serveRecharges, serveBills, serveWithdrawals, servePaymentLists, serveGatewayBills, serveRecon],
  adds: [
    adding(approvalActs, approvalAct(recharge.refund, refundRecharge), approvalAct(withdrawal.apply, stepWithdrawals)),
    adding(payables, rechargePayable),
    adding(accountEnds, refuseWhileRefunding, refuseEndWhileOpen),
    adding(exports, rechargeExport, billExport, withdrawalExport, payoutSheet, billSheet, paymentExport),
    adding(todoCounters, withdrawalsToReview),
    adding(revealers, withdrawalRevealer),
    // Loaded lazily: only demo shops need it.
    adding(demos, async (ctx) => {
      await (await import('./demo/finance.demo.ts')).fillFinanceDemo(ctx)
      await (await import('./demo/withdrawal.demo.ts')).fillWithdrawalDemo(ctx)
      await (await import('./demo/approval.demo.ts')).fillApprovalDemo(ctx)
      await (await import('./demo/bill.demo.ts')).fillBillDemo(ctx)
      // Last, so that nothing above is of those whom it brings.
      await (await import('../user/import/user-import.demo.ts')).fillUserImportDemo(ctx)
    }),
  ],
  background: [registerRecharges, registerGatewayBills, registerRecon, registerSheetKind(payoutResults)],
}
