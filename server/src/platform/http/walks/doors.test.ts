import { expect, test } from 'vitest'
import { readReach } from '../../../testing/walk/reach.ts'

/**
 * Doors of an effect: the right that each route asks (as its contract says; `the clock` for what nobody calls), which limit
 * stands before the effect, and the doors. Where the limit is a declaration (`file#name`) it is looked for behind each of them.
 */
type Doors = readonly [right: string, limit: string, ...doors: string[]]
type Effect = {
  /** What has the effect: the declarations with this text, or those named. */
  holding?: RegExp
  by?: readonly string[]
  /** Reading is the effect; otherwise calls that change nothing are left out. */
  reads?: true
  doors: readonly Doors[]
}

const order = 'areas/order'
const commission = 'areas/distribution/commission/commission.repository.ts'
const CLOCK = 'the clock'
const PROOF = `${order}/refund/refund.service.ts#requireProofAbove`
const DISCOUNT = `${order}/order/order-change.service.ts#MAY_EXCEED`
const REVEALS = 'areas/setting/reveal/reveal.service.ts#takeReveal'
const HELD = 'areas/staff/role/rights.service.ts#requireHeld'
const OVER = 'areas/staff/role/rights.service.ts#requireOver'
const SENSITIVE = 'areas/user/shop-user/shop-user.service.ts#SEE_SENSITIVE'
const IMPORTS = 'areas/product/import/product-import-plan.service.ts#denialOf'
const GIVES_VERIFYING = 'areas/store/store-staff/store-staff.service.ts#requireGiving'
const OPENS_ACCOUNTS = 'areas/user/import/user-import.service.ts#requireRights'
const UNDOES = 'areas/product/undo/product-undo-rights.ts#denialOfChange'
/** Opening by saving asks the right to open besides. */
const OPENS = 'areas/promotion/activity/activity-opening.service.ts#requireOpening'
const ASKS_ABOUT_LOW = 'areas/promotion/activity/activity-opening.service.ts#askAboutLow'
/** A second person agrees to what another asked for, with the right to it. */
const AGREES = 'areas/work/approval/approval-review.service.ts#mayDo'
const sku = 'areas/product/product/product-sku.repository.ts'
/** Whoever is known again pays with the points they have what their former accounts owe; nothing is given. */
const OWED = 'areas/user/ledger/ledger.service.ts#payOwedPoints'
/** Whatever an export or a task was asked for, it was asked by a door of its own. */
const PASSED_ON = ['platform/work/exports.ts#exports']

const effects: Readonly<Record<string, Effect>> = {
  'money is booked': {
    holding: /insert\(payments\)/,
    by: [`${order}/order/order-transition.service.ts#markPaid`],
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      ['buyer', 'what the provider says of what the buyer pays', 'front-recharge.create'],
      ['admin:recharge:refund', 'what a provider says while it is asked for a refund', 'recharge.again'],
      [
        CLOCK,
        'what a provider says of its own payments',
        'jobs pay-refund',
        'scheduler orderRefundProcess',
        'jobs pay-close',
        'scheduler payQuery',
        'scheduler gatewayBill',
        'scheduler orderAutoCancel',
        'scheduler rechargeAutoCancel',
        'scheduler orderTidy',
      ],
      ['provider', 'its signature', 'pay-callback.refund', 'pay-callback.pay'],
      [
        'buyer',
        'what the buyer pays; a store clerk collects the sum of a cod order',
        'front-pay.pay',
        'front-pay.query',
        'front-staff.verify',
        'front-order.create',
      ],
      ['admin:order:refund', 'what a provider says while it is asked for a refund', 'refund.again'],
      ['admin:finance:payment:retry', 'what a provider says while it is asked for a refund', 'refund-list.retry'],
      ['admin:finance:bill:check', 'what a provider says of its own payments', 'gateway-bill.check', 'bill-diff.ask'],
      ['admin:order:write:update', 'cod orders of the own stores, the whole sum, at the hand-over', 'pickup.verify'],
      [
        'admin:order:paid:offline',
        'the whole sum, with a voucher or how it was taken',
        'order.paid',
        'order-edit.paid',
        'draft-order.convert',
      ],
      ['admin:order:edit', 'what is taken off pays for what is added; no money comes', 'order-edit.confirm'],
      ['admin:order:create', 'orders that cost nothing', 'draft-order.send', 'draft-order.reship'],
    ],
  },
  'money goes back': {
    holding: /insert\(refunds\)/,
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      ['buyer', 'money that came too late, or by two ways, goes back by itself', 'front-recharge.create'],
      ['admin:recharge:refund', PROOF, 'recharge.refund', 'recharge.again'],
      [
        CLOCK,
        'money that came too late, or by two ways, goes back by itself; what the shop set to be settled alone',
        'jobs pay-refund',
        'scheduler orderRefundProcess',
        'jobs pay-close',
        'scheduler payQuery',
        'scheduler gatewayBill',
        'scheduler orderAutoCancel',
        'scheduler rechargeAutoCancel',
        'scheduler orderTidy',
        'jobs after-sales-auto',
        'scheduler afterSalesDeadline',
        'scheduler combinationStatus',
      ],
      ['provider', 'its signature', 'pay-callback.refund', 'pay-callback.pay'],
      ['buyer', 'money that came too late, or by two ways, goes back by itself', 'front-pay.pay', 'front-pay.query'],
      ['buyer', 'the own order of a team that runs, whole', 'front-combination.remove'],
      ['admin:order:refund', PROOF, 'refund.start', 'refund.again', 'after-sales.pay'],
      ['admin:finance:payment:retry', PROOF, 'refund-list.retry'],
      ['admin:finance:bill:check', 'what a provider says of its own payments', 'gateway-bill.check', 'bill-diff.ask'],
      ['admin:order:paid:offline', PROOF, 'order.paid', 'order-edit.paid'],
      ['admin:order:edit', PROOF, 'order-edit.confirm'],
      ['admin:order:refund | admin:order:refund:refuse', PROOF, 'after-sales.check'],
    ],
  },
  'a balance changes': {
    by: ['areas/user/ledger/ledger.repository.ts#moveBalance', 'areas/user/ledger/ledger.repository.ts#openMany'],
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      [CLOCK, OPENS_ACCOUNTS, 'tasks user-import', 'tasks user-import-undo'],
      ['buyer', 'what the buyer paid, as the provider says', 'front-recharge.create'],
      ['admin:recharge:refund', PROOF, 'recharge.refund', 'recharge.again'],
      ['admin:user:operate:founds', 'areas/user/shop-user/user-funds.service.ts#requireLarge', 'shop-user.funds'],
      [
        CLOCK,
        'refunds of orders paid by balance',
        'jobs pay-refund',
        'scheduler orderRefundProcess',
        'jobs pay-close',
        'scheduler payQuery',
        'scheduler gatewayBill',
        'scheduler orderAutoCancel',
        'scheduler rechargeAutoCancel',
        'scheduler orderTidy',
        'jobs after-sales-auto',
        'scheduler afterSalesDeadline',
        'scheduler combinationStatus',
      ],
      ['provider', 'its signature', 'pay-callback.refund', 'pay-callback.pay'],
      ['buyer', 'what the buyer pays', 'front-pay.pay', 'front-pay.query'],
      ['buyer', 'the own order of a team that runs, whole', 'front-combination.remove'],
      ['buyer', 'the own commission, which is less by as much', 'front-promoter.transfer'],
      ['admin:order:refund', PROOF, 'refund.start', 'refund.again', 'after-sales.pay'],
      ['admin:finance:payment:retry', PROOF, 'refund-list.retry'],
      ['admin:finance:bill:check', 'what a provider says of its own payments', 'gateway-bill.check', 'bill-diff.ask'],
      ['admin:order:paid:offline', PROOF, 'order.paid', 'order-edit.paid'],
      ['admin:order:edit', PROOF, 'order-edit.confirm'],
      ['admin:order:refund | admin:order:refund:refuse', PROOF, 'after-sales.check'],
    ],
  },
  'commission is given or taken': {
    by: [`${commission}#move`],
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      [
        'admin:retail:brokerage:adjust',
        'areas/distribution/promoter/promoter.service.ts#requireWithinDay',
        'promoter.adjust',
      ],
      ['buyer', 'the own commission, into the own balance', 'front-promoter.transfer'],
      ['buyer', 'the own commission, asked for and given back', 'front-withdrawal.cash', 'front-withdrawal.cancel'],
      [
        'admin:finance:apply:apply',
        'areas/finance/withdrawal/withdrawal.service.ts#requireProofAbove',
        'withdrawal.apply',
      ],
      [
        'admin:finance:apply:apply',
        'back to its promoter, of what was approved and is not paid yet',
        'withdrawal.import',
        'withdrawal.confirm',
      ],
    ],
  },
  'commission of an order comes to its promoters, or never does': {
    by: [`${commission}#thaw`, `${commission}#voidRecord`],
    doors: [
      [CLOCK, 'what the order earned when it was paid, once its time has come', 'scheduler brokerageUnfreeze'],
      ['admin:retail:brokerage:adjust', 'only what nobody has yet', 'order-commission.void'],
    ],
  },
  'money of a withdrawal goes elsewhere': {
    by: ['areas/finance/withdrawal/withdrawal.service.ts#changeAccount'],
    doors: [
      [
        'admin:finance:apply:update',
        'areas/finance/withdrawal/withdrawal.service.ts#requireProofAbove',
        'withdrawal.update',
      ],
    ],
  },
  'somebody is made a promoter by hand': {
    by: [
      'areas/user/shop-user/shop-user.service.ts#setPromoter',
      'areas/user/import/user-import-run.service.ts#importBatch',
    ],
    doors: [
      ['admin:retail:promoter', 'earns nothing by itself', 'promoter.appoint'],
      [CLOCK, OPENS_ACCOUNTS, 'tasks user-import'],
    ],
  },
  'a customer is bound to a promoter': {
    by: ['areas/user/spread/spread.repository.ts#bind'],
    doors: [
      ['admin:user:update:spread', 'one customer, in the trail', 'shop-user.spread'],
      ['admin:retail:spread:clean', 'to nobody', 'shop-user.clearSpread'],
      [CLOCK, OPENS_ACCOUNTS, 'tasks user-import', 'tasks user-import-undo'],
      [
        'visitor',
        'who registers, as the settings let them',
        'front-sign-in.mobile',
        'front-sign-in.password',
        'front-sign-in.program',
        'front-sign-in.official',
        'front-sign-in.bindWechat',
      ],
      ['buyer', 'who is bound to nobody any more, as the settings let them', 'front-promoter.bind'],
    ],
  },
  'a customer gets a level by hand, or a level another discount': {
    by: ['giveLevel', 'insert', 'update'].map((name) => `areas/user/level/user-level.repository.ts#${name}`),
    doors: [
      ['admin:user:update:level', 'a level that is shown', 'shop-user.level'],
      ['admin:system:user:level:save', 'its experience rises with the grade', 'user-level.save'],
      ['admin:system:user:level:update', 'its experience rises with the grade', 'user-level.update'],
      ['admin:system:user:level:use', 'shown or hidden', 'user-level.use'],
      [CLOCK, OPENS_ACCOUNTS, 'tasks user-import'],
      ['auth', 'the right to change the object besides', 'history.restore'],
    ],
  },
  'the price of an order is lowered': {
    by: [
      `${order}/order/order.repository.ts#adjustLines`,
      `${order}/draft-order/draft-send.service.ts#createFrom`,
      `${order}/draft-order/reship.service.ts#toLine`,
    ],
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      ['admin:order:update:price', DISCOUNT, 'order.updatePrice'],
      ['admin:order:create', DISCOUNT, 'draft-order.send', 'draft-order.reship'],
      ['admin:order:paid:offline', DISCOUNT, 'draft-order.convert'],
    ],
  },
  'an activity gets a price': {
    by: ['areas/promotion/activity/activity-sku.repository.ts#storeSkus'],
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      [
        'admin:seckill:save',
        'no more than the price on the shelf; nothing is sold before it is opened',
        'seckill.save',
      ],
      ['admin:seckill:update', 'no more than the price on the shelf, and only while it is closed', 'seckill.update'],
      [
        'admin:bargain:save',
        'its lowest price is asked about below cost; nothing is sold before it is opened',
        'bargain.save',
      ],
      ['admin:bargain:update', 'its lowest price is asked about below cost, and not while it runs', 'bargain.update'],
      [
        'admin:combination:save',
        'no more than the price on the shelf; nothing is sold before it is opened',
        'combination.save',
      ],
      [
        'admin:seckill:save | admin:bargain:save | admin:combination:save',
        'the right of its kind; the copy is closed',
        'activity.copy',
      ],
      ['admin:combination:update', 'no more than the price on the shelf, and not while it runs', 'combination.update'],
      ['auth', 'the right to change the object besides', 'history.restore'],
    ],
  },
  'an activity opens': {
    by: ['areas/promotion/activity/activity-opening.service.ts#open'],
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      ['admin:seckill:update:status', ASKS_ABOUT_LOW, 'seckill.useStatus'],
      ['admin:seckill:save', OPENS, 'seckill.save'],
      ['admin:seckill:update', OPENS, 'seckill.update'],
      ['admin:seckill:update', ASKS_ABOUT_LOW, 'seckill.move'],
      ['admin:bargain:update:status', ASKS_ABOUT_LOW, 'bargain.useStatus'],
      ['admin:bargain:save', OPENS, 'bargain.save'],
      ['admin:bargain:update', OPENS, 'bargain.update'],
      ['admin:combination:update:status', ASKS_ABOUT_LOW, 'combination.useStatus'],
      [
        'admin:seckill:update:status | admin:bargain:update:status | admin:combination:update:status',
        ASKS_ABOUT_LOW,
        'activity.batch',
      ],
      ['admin:combination:save', OPENS, 'combination.save'],
      ['admin:combination:update', OPENS, 'combination.update'],
      ['auth', OPENS, 'history.restore'],
    ],
  },
  'a price of the catalogue changes': {
    by: [`${sku}#insert`, `${sku}#update`],
    doors: [
      [CLOCK, IMPORTS, 'tasks product.import'],
      [CLOCK, UNDOES, 'tasks product.undo'],
      [CLOCK, 'areas/product/batch/product-batch.service.ts#allowed', 'tasks product-batch'],
      ['admin:product:save', 'new goods', 'product.save', 'product.duplicate', 'example.add'],
      ['admin:product:update', 'costs: admin:product:cost:view', 'product.update'],
      ['admin:product:batch', 'the right of each column or act besides', 'product.batch', 'product-grid.save'],
      ['auth', 'the right to change the object besides', 'history.restore'],
    ],
  },
  'points are given or taken': {
    holding: /insert\(userIntegralRecords\)|insert into user_integral_record\b/,
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      [CLOCK, OPENS_ACCOUNTS, 'tasks user-import', 'tasks user-import-undo'],
      ['buyer', 'what the order earned and used; a recharge has no points', 'front-recharge.create'],
      ['admin:recharge:refund', 'what the order earned and used; a recharge has no points', 'recharge.again'],
      ['admin:user:operate:founds', 'areas/user/shop-user/user-funds.service.ts#requireLarge', 'shop-user.funds'],
      [
        'buyer',
        'what the settings give',
        'front-points.signIn',
        'front-pay.pay',
        'front-pay.query',
        'front-shipment.take',
        'front-staff.verify',
        'front-order.cancel',
        'front-order.create',
        'front-combination.remove',
      ],
      [
        CLOCK,
        'what the order earned and used',
        'scheduler integralExpire',
        'jobs pay-refund',
        'scheduler orderRefundProcess',
        'jobs pay-close',
        'scheduler payQuery',
        'scheduler gatewayBill',
        'scheduler orderAutoReceipt',
        'scheduler integralUnfreeze',
        'scheduler orderAutoCancel',
        'scheduler rechargeAutoCancel',
        'tasks order-bulk',
        'scheduler orderTidy',
        'jobs after-sales-auto',
        'scheduler afterSalesDeadline',
        'scheduler combinationStatus',
      ],
      ['provider', 'what the order earned and used', 'pay-callback.refund', 'pay-callback.pay'],
      ['admin:order:refund', 'what the order earned and used', 'refund.start', 'refund.again', 'after-sales.pay'],
      ['admin:finance:payment:retry', 'what the order earned and used', 'refund-list.retry'],
      ['admin:finance:bill:check', 'what a provider says of its own payments', 'gateway-bill.check', 'bill-diff.ask'],
      ['admin:order:write:update', 'what the order earned and used', 'pickup.verify'],
      [
        'admin:order:paid:offline',
        'what the order earned and used',
        'order.paid',
        'order-edit.paid',
        'draft-order.convert',
      ],
      [
        'admin:order:mark | admin:order:tag | admin:order:hold | admin:order:close',
        'what the order earned and used',
        'order-note.bulk',
      ],
      ['admin:order:edit', 'what the order earned and used', 'order-edit.confirm'],
      ['admin:order:close', 'what the order earned and used', 'order.close'],
      [
        'admin:order:create',
        'what the order earned and used',
        'draft-order.send',
        'draft-order.cancel',
        'draft-order.reship',
      ],
      ['admin:order:refund | admin:order:refund:refuse', 'what the order earned and used', 'after-sales.check'],
      [
        'visitor',
        OWED,
        'front-sign-in.mobile',
        'front-sign-in.program',
        'front-sign-in.official',
        'front-sign-in.bindWechat',
      ],
      ['buyer', OWED, 'front-account.bindPhone'],
      ['admin:user:save', OWED, 'shop-user.save'],
      ['admin:user:update:phone', OWED, 'shop-user.phone'],
      ['admin:order:create', OWED, 'draft-order.save'],
    ],
  },
  'coupons are given': {
    holding: /insert\(couponCopies\)|insert into coupon_user\b/,
    doors: [
      [
        CLOCK,
        'what the coupon says; sends: the rights of who asked',
        'outbox coupon-gift',
        'outbox coupon-new-user',
        'tasks coupon-send',
      ],
      ['admin:coupon:user:receive', 'the total of the coupon and its limit for each person', 'coupon-copy.receive'],
      [
        'buyer',
        'the total of the coupon and its limit for each person; a code once',
        'front-coupon.receive',
        'front-coupon.redeem',
      ],
    ],
  },
  'stock moves': {
    holding: /insert\(stockLedger\)|insert into stock_ledger\b/,
    doors: [
      ['admin:finance:approval:review', AGREES, 'approval.review'],
      ['buyer', 'what the order holds; a recharge holds no goods', 'front-recharge.create'],
      ['admin:recharge:refund', 'what the order holds; a recharge holds no goods', 'recharge.again'],
      [CLOCK, IMPORTS, 'tasks product.import'],
      [CLOCK, UNDOES, 'tasks product.undo'],
      [
        CLOCK,
        'what the order, the parcel or the case holds',
        'scheduler recyclePurge',
        'tasks product-batch',
        'jobs pay-refund',
        'scheduler orderRefundProcess',
        'jobs pay-close',
        'scheduler payQuery',
        'scheduler gatewayBill',
        'scheduler orderAutoReceipt',
        'scheduler orderAutoCancel',
        'scheduler rechargeAutoCancel',
        'tasks order-bulk',
        'scheduler orderTidy',
        'jobs after-sales-auto',
        'scheduler afterSalesDeadline',
        'scheduler combinationStatus',
      ],
      ['admin:product:quick:stock:add', 'what the order, the parcel or the case holds', 'product-stock.add'],
      ['admin:product:stock:adjust', 'what the order, the parcel or the case holds', 'product-stock.adjust'],
      ['admin:product:save', 'new goods', 'product.save', 'product.duplicate', 'example.add'],
      ['admin:product:update', 'by the difference to the stock the form was opened with', 'product.update'],
      ['admin:product:delete', 'what the order, the parcel or the case holds', 'product.remove', 'example.remove'],
      ['admin:product:batch', 'the right of each column or act besides', 'product.batch', 'product-grid.save'],
      ['provider', 'what the order, the parcel or the case holds', 'pay-callback.refund', 'pay-callback.pay'],
      [
        'buyer',
        'what the order, the parcel or the case holds',
        'front-pay.pay',
        'front-pay.query',
        'front-shipment.take',
        'front-staff.verify',
        'front-order.cancel',
        'front-order.create',
        'front-after-sales.apply',
        'front-combination.remove',
      ],
      [
        'admin:order:refund',
        'what the order, the parcel or the case holds',
        'refund.start',
        'refund.again',
        'after-sales.pay',
      ],
      ['admin:order:write:update', 'what the order, the parcel or the case holds', 'pickup.verify'],
      [
        'admin:order:paid:offline',
        'what the order, the parcel or the case holds',
        'order.paid',
        'order-edit.paid',
        'draft-order.convert',
      ],
      [
        'admin:order:mark | admin:order:tag | admin:order:hold | admin:order:close',
        'what the order, the parcel or the case holds',
        'order-note.bulk',
      ],
      ['admin:order:edit', 'what the order, the parcel or the case holds', 'order-edit.confirm', 'order-edit.cancel'],
      ['admin:order:close', 'what the order, the parcel or the case holds', 'order.close'],
      [
        'admin:order:create',
        'what the order, the parcel or the case holds',
        'draft-order.send',
        'draft-order.cancel',
        'draft-order.reship',
      ],
      [
        'admin:order:refund | admin:order:refund:refuse',
        'what the order, the parcel or the case holds',
        'after-sales.check',
      ],
      ['admin:finance:payment:retry', 'what the order, the parcel or the case holds', 'refund-list.retry'],
      [
        'admin:finance:bill:check',
        'what the order, the parcel or the case holds',
        'gateway-bill.check',
        'bill-diff.ask',
      ],
      ['admin:order:refund:apply', 'what the order, the parcel or the case holds', 'after-sales.apply'],
      ['auth', 'the right to change the object besides', 'history.restore'],
    ],
  },
  'a phone is shown in full': {
    holding: /action: 'unmask'|seesAll = holds/,
    by: [
      `${order}/draft-order/draft-order.service.ts#getDraft`,
      `${order}/order-print/order-print.service.ts#printOrders`,
      `${order}/order-pull/order-pull.service.ts#pullOrders`,
      `${order}/ship-batch/ship-template.service.ts#shipTemplate`,
    ],
    reads: true,
    doors: [
      ['admin:user:export', SENSITIVE, 'shop-user.download'],
      ['admin:export:excel:order', SENSITIVE, 'order.download'],
      ['admin:system:order:export', SENSITIVE, 'pickup-order.download'],
      ['admin:user:sensitive:view', REVEALS, 'reveal.show'],
      ['admin:order:send', 'orders of the own stores, each named in the trail', 'ship-batch.template'],
      ['admin:order:pull', SENSITIVE, 'order-pull.pull'],
      ['admin:yly:print', 'orders of the own stores, each named in the trail', 'order-print.data'],
      ['admin:order:create', REVEALS, 'draft-order.copy'],
      ['admin:order:create', 'what its author typed; others see phones by right', 'draft-order.info'],
    ],
  },
  'many phones are asked about at once': {
    by: ['areas/user/import/user-import-plan.service.ts#planImport'],
    doors: [['admin:user:import', 'areas/user/import/user-import.service.ts#requirePhones', 'user-import.upload']],
  },
  'an account is given or taken': {
    holding: /insert\((sessions|buyerSessions|adminUserRoles|adminUserStores|apiKeys)\)/,
    by: [
      'areas/staff/api-key/api-key.repository.ts#update',
      'areas/staff/role/role.repository.ts#replaceMenus',
      'areas/staff/sign-in/password.repository.ts#updatePassword',
      'areas/user/buyer-session/buyer-account.service.ts#resetBuyerPassword',
      'areas/user/buyer-session/buyer-account.service.ts#bindBuyerPhone',
      'areas/user/shop-user/shop-user.service.ts#changePhone',
      'areas/wechat/wechat-user/wechat-binding.service.ts#bindWechatUser',
      'areas/store/store-staff/store-staff.repository.ts#insert',
      'areas/store/store-staff/store-staff.repository.ts#update',
    ],
    doors: [
      ['admin:user:update:phone', 'an entry of the trail, and the buyer is signed out', 'shop-user.phone'],
      [
        'visitor',
        'a code, a password or WeChat',
        'front-sign-in.mobile',
        'front-sign-in.password',
        'front-sign-in.program',
        'front-sign-in.official',
        'front-sign-in.bindWechat',
      ],
      ['buyer', 'a code to the phone', 'front-account.resetPassword', 'front-account.bindPhone'],
      ['admin:system:staff:save', GIVES_VERIFYING, 'store-staff.save'],
      ['admin:system:staff:update', GIVES_VERIFYING, 'store-staff.update'],
      ['admin:system:staff:update:status', GIVES_VERIFYING, 'store-staff.switch', 'store-staff.allow'],
      ['admin:system:staff:delete', 'stores within the own scope', 'store-staff.remove'],
      ['admin:system:store:delete', 'stores within the own scope', 'store.recycle'],
      ['admin:system:role:save', HELD, 'role.save', 'role.copy'],
      ['admin:system:role:update', HELD, 'role.updateMenus'],
      ['auth', 'the present password', 'user-center.updatePassword'],
      [
        'public',
        'a password, a code or a link; locked after failures',
        'auth.setup',
        'auth.login',
        'auth.loginTotp',
        'auth.reset',
      ],
      ['admin:system:apikey:save', HELD, 'api-key.save'],
      ['admin:system:apikey:update', HELD, 'api-key.update'],
      ['admin:system:admin:save', HELD, 'admin-user.save'],
      ['admin:system:admin:update', HELD, 'admin-user.update'],
      ['admin:system:admin:reset:password', OVER, 'admin-user.resetPassword'],
    ],
  },
  'data leaves in a sheet': {
    holding: /^define(Long|Row)?Export\(/,
    reads: true,
    doors: [
      ['admin:finance:export', 'no phones', 'recharge.download', 'bill.download'],
      ['admin:finance:apply:apply', 'whoever pays sees accounts; each sheet is audited', 'withdrawal.sheet'],
      ['admin:export:excel:invoice', 'no phones of buyers, invoices of the own stores', 'invoice.download'],
      [
        'admin:schedule:job:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'scheduled-job.download',
      ],
      [
        'admin:schedule:job:log:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'job-run.download',
      ],
      [
        'admin:finance:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'payment-list.download',
      ],
      [
        'admin:user:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'shop-user.download',
      ],
      ['admin:finance:export', 'no phones; each is audited', 'brokerage.download', 'withdrawal.download'],
      [
        'admin:system:post:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'post.download',
      ],
      [
        'admin:system:online:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'online-user.download',
      ],
      [
        'admin:system:dept:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'dept.download',
      ],
      [
        'admin:system:admin:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'admin-user.download',
      ],
      [
        'admin:system:dict:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'dict.download',
      ],
      ['admin:export:excel:bargain', 'no phones', 'bargain.download', 'bargain-session.download'],
      ['admin:export:excel:combiantion', 'no phones', 'combination.download', 'team.download'],
      ['admin:export:excel:seckill', 'no phones', 'seckill.download'],
      [
        'admin:marketing:report:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'activity-report.download',
        'activity-report.goodsDownload',
      ],
      [
        'admin:product:stock:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'product-stock.download',
      ],
      [
        'admin:export:excel:product',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'product-export.download',
      ],
      [
        'admin:user:integral:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'points.download',
      ],
      [
        'admin:order:send',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'ship-batch.template',
      ],
      [
        'admin:export:excel:order',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'order.download',
        'after-sales.download',
      ],
      [
        'admin:system:order:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'pickup-order.download',
      ],
      [
        'admin:system:log:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'log.download',
      ],
      [
        'admin:system:errorlog:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'error-log.download',
      ],
      [
        'admin:system:loginlog:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'login-log.download',
      ],
      [
        'admin:system:storage:list',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'file.download',
      ],
      [
        'admin:coupon:user:export',
        'phones in full for admin:user:sensitive:view alone; each is audited',
        'coupon-copy.download',
      ],
    ],
  },
}

/** Rows of the table that do not fit what the sources say. */
async function judge(): Promise<string[]> {
  const reach = await readReach()
  const problems: string[] = []
  for (const [title, { holding, by = [], reads, doors }] of Object.entries(effects)) {
    const causes = [...(holding ? reach.holding(holding) : []), ...by]
    for (const name of causes.filter((each) => !reach.has(each))) problems.push(`${title}: there is no ${name}`)
    const leading = reach.leadingTo(causes, PASSED_ON)
    const found = new Map<string, { right: string; refs: Set<string> }>()
    for (const { name, route, refs } of reach.doors) {
      const isReading = route && !route.changes && (route.method === 'GET' || route.whileSeeing)
      if ((isReading && !reads) || ![...refs].some((ref) => leading.has(ref))) continue
      const right = route ? [route.permission].flat().join(' | ') : CLOCK
      found.set(name, { right, refs: new Set([...(found.get(name)?.refs ?? []), ...refs]) })
    }
    const listed = new Set(doors.flatMap(([, , ...names]) => names))
    for (const [name, { right }] of found)
      if (!listed.has(name)) problems.push(`${title}: ${name} (${right}) leads there and is not in the table`)
    for (const [right, limit, ...names] of doors) {
      const limited = limit.includes('#') ? reach.leadingTo([limit]) : undefined
      if (limited && !reach.has(limit)) problems.push(`${title}: there is no ${limit}`)
      for (const name of names) {
        const door = found.get(name)
        if (!door) problems.push(`${title}: ${name} is in the table and does not lead there (any more)`)
        else if (door.right !== right) problems.push(`${title}: ${name} asks ${door.right}, the table says ${right}`)
        else if (limited && ![...door.refs].some((ref) => limited.has(ref)))
          problems.push(`${title}: ${name} does not ask ${limit}`)
      }
    }
  }
  return problems
}

test('every door to money, prices, points, coupons, stock, phones and accounts stands in the table with its right and its limit', async () => {
  expect(await judge()).toEqual([])
})
