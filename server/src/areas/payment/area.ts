import { type Area, adding } from '../../platform/area.ts'
import { settingFollowers } from '../setting/setting/setting.service.ts'
import { settingTesters } from '../setting/setting/setting-test.service.ts'
import { healthChecks } from '../work/health/health.service.ts'
import { payCheck } from './gateway/pay-health.service.ts'
import { checkPaySettings, testWechatPay } from './gateway/wechat-pay-setting.service.ts'
import { registerPay } from './pay/pay.jobs.ts'
import { servePay } from './pay/pay.routes.ts'
import { registerRefundSending } from './refund/refund.jobs.ts'
import { serveRefundNotices } from './refund/refund.routes.ts'
import { registerSimPay, serveSimPay } from './sim/sim-pay.routes.ts'

/**
 * Its objects, earlier before later; each imports only those before it: the play provider, money that came and goes back and what
 * it is for, the providers, sending back, paying.
 */
export const objects = ['sim', 'payment', 'gateway', 'refund', 'pay'] as const

/** Payments of whatever is paid for, their providers, and money that goes back by them. */
export const payment: Area = {
  name: 'payment',
  routes: [servePay, serveRefundNotices, serveSimPay],
  adds: [
    adding(healthChecks, payCheck),
    adding(settingFollowers, checkPaySettings),
    adding(settingTesters, { kind: 'pay', test: testWechatPay }),
  ],
  background: [registerPay, registerRefundSending, registerSimPay],
}
