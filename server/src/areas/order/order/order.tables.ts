import type { CommissionNote } from '@zhanggui/domain/distribution/commission.ts'
import type { OrderLogType } from '@zhanggui/domain/order/order-log.ts'
import type {
  CloseType,
  OrderChannel,
  OrderKind,
  OrderSource,
  OrderStatus,
  OrderTab,
  PinkStatus,
  RefundStatus,
  ShippingType,
} from '@zhanggui/domain/order/order-state.ts'
import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

const fen = () => bigint({ mode: 'number' })
const noFen = () => fen().notNull().default(0)

/**
 * One purchase of a customer, with a frozen copy of what was bought. `tab` is stored by the database; a
 * trigger appends to order_tab_delta whenever any statement moves orders between tabs.
 */
export const storeOrders = pgTable(
  'store_order',
  {
    ...editableColumns,
    orderNo: varchar({ length: 20 }).notNull(),
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    /** 0 ordinary, 1 of the WeChat shop. */
    type: smallint().notNull().default(0),
    orderKind: varchar({ length: 12 }).$type<OrderKind>().notNull().default('normal'),
    activityId: rowId().notNull().default(0),
    bargainUserId: rowId().notNull().default(0),
    pinkId: rowId().notNull().default(0),
    pinkStatus: smallint().$type<PinkStatus>().notNull().default(0),
    source: varchar({ length: 6 }).$type<OrderSource>().notNull().default('front'),
    channel: varchar({ length: 8 }).$type<OrderChannel>().notNull(),
    /** Of a reship: the order it makes good. */
    fromOrderNo: varchar({ length: 20 }).notNull().default(''),
    /** The receiver, or who picks up. */
    realName: varchar({ length: 32 }).notNull(),
    userPhone: varchar({ length: 18 }).notNull(),
    province: varchar({ length: 64 }).notNull().default(''),
    city: varchar({ length: 64 }).notNull().default(''),
    district: varchar({ length: 64 }).notNull().default(''),
    detail: varchar({ length: 256 }).notNull().default(''),
    cityId: rowId().notNull().default(0),
    totalNum: integer().notNull(),
    /** The sum over the lines, changed with them. */
    sentNum: integer().notNull().default(0),
    lineCount: smallint().notNull(),
    proTotalPriceFen: fen().notNull(),
    /** The buyer's copy that was used, and the coupon it is of; 0 without. */
    couponId: rowId().notNull().default(0),
    fromCouponId: rowId().notNull().default(0),
    couponPriceFen: noFen(),
    useIntegral: integer().notNull().default(0),
    deductionPriceFen: noFen(),
    /** Computed; then charged, which is lower after a change of the price. */
    freightPriceFen: noFen(),
    payPostageFen: noFen(),
    payPriceFen: fen().notNull(),
    /** Before the first change by hand. */
    beforePayPriceFen: fen(),
    /** How often the price was changed. */
    priceChanges: smallint().notNull().default(0),
    costFen: noFen(),
    gainIntegral: integer().notNull().default(0),
    backIntegral: integer().notNull().default(0),
    paid: boolean().notNull().default(false),
    payTime: moment(),
    /** '' while unpaid. */
    payType: varchar({ length: 8 }).$type<PayType | ''>().notNull().default(''),
    cod: boolean().notNull().default(false),
    /** Null for cod. */
    payDeadline: moment(),
    status: smallint().$type<OrderStatus>().notNull().default(0),
    refundStatus: smallint().$type<RefundStatus>().notNull().default(0),
    refundPriceFen: noFen(),
    refundPostageFen: noFen(),
    shippingType: smallint().$type<ShippingType>().notNull().default(1),
    /** Of pick-up; 0 otherwise. */
    storeId: rowId().notNull().default(0),
    verifyCode: varchar({ length: 10 }).notNull().default(''),
    verifyTime: moment(),
    clerkId: rowId(),
    verifyStaffId: rowId(),
    shipTime: moment(),
    receiveTime: moment(),
    completeTime: moment(),
    autoReceiveTime: moment(),
    autoCompleteTime: moment(),
    /** Why it earned no commission when it was paid, or not on both levels; '' where both earned, and before. */
    commissionNote: varchar({ length: 12 }).$type<CommissionNote>().notNull().default(''),
    /** The buyer's note; the shop's note. */
    mark: varchar({ length: 512 }).notNull().default(''),
    remark: varchar({ length: 512 }).notNull().default(''),
    tagIds: integer().array().notNull().default([]),
    hold: boolean().notNull().default(false),
    holdReason: varchar({ length: 255 }).notNull().default(''),
    holdUntil: date({ mode: 'string' }),
    /** First printed; true: what the paper says has changed since. */
    printTime: moment(),
    printStale: boolean().notNull().default(false),
    /** Orders to deliver with the same one may travel as one parcel. */
    addressKey: varchar({ length: 32 }).generatedAlwaysAs(
      sql`order_address_key(shipping_type, uid, real_name, user_phone, city_id, detail)`,
    ),
    isRemind: boolean().notNull().default(false),
    remindTime: moment(),
    /** The buyer changes the address once. */
    addressChanged: boolean().notNull().default(false),
    /** The buyer put the receipt off, which can be done once. */
    receiveExtended: boolean().notNull().default(false),
    closeType: smallint().$type<CloseType>().notNull().default(0),
    closeTime: moment(),
    closeReason: varchar({ length: 255 }).notNull().default(''),
    isDel: boolean().notNull().default(false),
    isSystemDel: boolean().notNull().default(false),
    preOrderNo: varchar({ length: 40 }),
    tab: smallint()
      .$type<OrderTab>()
      .generatedAlwaysAs(
        sql`order_tab(is_system_del, is_del, close_type, paid, cod, refund_status, status, pink_status, shipping_type)`,
      )
      .notNull(),
  },
  (order) => [
    uniqueIndex('store_order_no').on(order.orderNo),
    uniqueIndex('store_order_verify_code').on(order.verifyCode).where(sql`verify_code <> ''`),
    index('store_order_tab').on(order.tab, order.createdAt, order.id),
    index('store_order_created').on(order.createdAt, order.id),
    index('store_order_paid').on(order.payTime).where(sql`paid`),
    index('store_order_shipped').on(order.shipTime).where(sql`ship_time is not null`),
    index('store_order_completed').on(order.completeTime).where(sql`complete_time is not null`),
    index('store_order_uid').on(order.uid, order.createdAt, order.id),
    index('store_order_unpaid').on(order.uid).where(sql`tab = 1`),
    index('store_order_store').on(order.storeId, order.tab, order.createdAt, order.id).where(sql`shipping_type = 2`),
    index('store_order_phone').on(order.userPhone, order.createdAt),
    index('store_order_phone_end').on(sql`right(user_phone, 4)`, order.createdAt),
    index('store_order_no_end').on(sql`right(order_no, 6)`),
    index('store_order_name').on(order.realName.op('text_pattern_ops')),
    index('store_order_deadline').on(order.payDeadline).where(sql`tab = 1`),
    index('store_order_late').on(sql`coalesce(pay_time, created_at)`).where(sql`tab = 2`),
    index('store_order_print_stale').on(order.createdAt, order.id).where(sql`tab = 2 and print_stale`),
    index('store_order_auto_receive').on(order.autoReceiveTime).where(sql`tab = 5`),
    index('store_order_auto_complete').on(order.autoCompleteTime).where(sql`tab = 6`),
    index('store_order_coupon').on(order.fromCouponId, order.createdAt, order.id).where(sql`from_coupon_id > 0`),
    index('store_order_coupon_closed').on(order.closeTime).where(sql`coupon_id > 0 and close_type > 0`),
    index('store_order_from').on(order.fromOrderNo).where(sql`from_order_no <> ''`),
    index('store_order_pink').on(order.pinkId).where(sql`pink_id > 0`),
    index('store_order_pink_failed').on(order.id).where(sql`pink_status = 3 and refund_status < 2`),
    index('store_order_activity').on(order.activityId, order.id).where(sql`activity_id > 0`),
    index('store_order_activity_buyer').on(order.uid, order.activityId, order.createdAt).where(sql`activity_id > 0`),
    index('store_order_address').on(order.addressKey).where(sql`tab = 2`),
    index('store_order_tags').using('gin', order.tagIds).where(sql`tag_ids <> '{}'`),
    index('store_order_hold').on(order.createdAt, order.id).where(sql`hold`),
    index('store_order_remind').on(order.createdAt, order.id).where(sql`is_remind`),
    index('store_order_cod').on(order.createdAt, order.id).where(sql`cod`),
    index('store_order_part_sent').on(order.createdAt, order.id).where(sql`status = 0 and sent_num > 0`),
    index('store_order_part_refunded')
      .on(order.createdAt, order.id)
      .where(sql`refund_price_fen > 0 and refund_status <> 2`),
    check('store_order_one_activity', sql`(bargain_user_id = 0 or pink_id = 0)`),
    check('store_order_sent_when_paid', sql`paid or status = 0 or cod`),
    check('store_order_refund_when_paid', sql`refund_status = 0 or paid`),
    check('store_order_closed_unpaid', sql`close_type = 0 or not paid`),
    check('store_order_refund_price', sql`refund_price_fen <= pay_price_fen and pay_price_fen >= 0`),
  ],
)

/** The columns of an order that its later steps fill, with by whom they are taken; a new order has none of them. */
export const laterOrderColumns = [
  ...['createdBy', 'updatedBy', 'version', 'sentNum', 'backIntegral', 'beforePayPriceFen', 'priceChanges'],
  // Paid, to be paid at the door, and refunded.
  ...['paid', 'payTime', 'payType', 'cod', 'status', 'refundStatus', 'refundPriceFen', 'refundPostageFen'],
  ...['shipTime', 'receiveTime', 'completeTime', 'autoReceiveTime', 'autoCompleteTime'],
  ...['verifyCode', 'verifyTime', 'clerkId', 'verifyStaffId'],
  ...['hold', 'holdReason', 'holdUntil', 'printTime', 'printStale', 'isRemind', 'remindTime', 'addressChanged'],
  'receiveExtended',
  'commissionNote',
  ...['closeType', 'closeTime', 'closeReason', 'isDel', 'isSystemDel'],
  // Of what is still to come: orders of the WeChat shop. Their place in a team is found when they are paid.
  ...['type', 'pinkStatus'],
] as const

/** What was bought, frozen. */
export const orderLines = pgTable(
  'order_line',
  {
    id: standardColumns.id,
    createdAt: standardColumns.createdAt,
    orderId: rowId()
      .notNull()
      .references(() => storeOrders.id),
    /** From 1, in ascending skuId. */
    lineNo: smallint().notNull(),
    productId: rowId().notNull(),
    skuId: rowId().notNull(),
    unique: varchar({ length: 32 }).notNull(),
    storeName: varchar({ length: 128 }).notNull(),
    image: varchar({ length: 512 }).notNull(),
    sku: varchar({ length: 400 }).notNull(),
    barCode: varchar({ length: 50 }).notNull().default(''),
    cateId: rowId().notNull().default(0),
    /** List price; price charged. */
    priceFen: fen().notNull(),
    unitPriceFen: fen().notNull(),
    num: integer().notNull(),
    lineTotalFen: fen().notNull(),
    memberDiscountFen: noFen(),
    activityDiscountFen: noFen(),
    couponShareFen: noFen(),
    integralShareFen: noFen(),
    useIntegralShare: integer().notNull().default(0),
    /** Signed: what changes of the price put on it. */
    adjustShareFen: noFen(),
    /** lineTotal − couponShare − integralShare + adjustShare: what the buyer pays for it. */
    payShareFen: fen().notNull(),
    freightShareFen: noFen(),
    /** Per unit. */
    costFen: noFen(),
    weight: numeric({ precision: 12, scale: 3, mode: 'number' }).notNull().default(0),
    volume: numeric({ precision: 12, scale: 6, mode: 'number' }).notNull().default(0),
    tempId: rowId().notNull().default(0),
    giveIntegral: integer().notNull().default(0),
    isSub: boolean().notNull().default(false),
    brokerageFen: noFen(),
    brokerageTwoFen: noFen(),
    sentNum: integer().notNull().default(0),
    refundNum: integer().notNull().default(0),
    /** How many of the refunded units had never been sent. */
    cutNum: integer().notNull().default(0),
    /** In an open after-sales case. */
    afterNum: integer().notNull().default(0),
    refundMoneyFen: noFen(),
    compensatedFen: noFen(),
    isReply: boolean().notNull().default(false),
  },
  (line) => [
    index('order_line_order').on(line.orderId),
    index('order_line_product').on(line.productId, line.orderId, line.skuId),
    check(
      'order_line_counts',
      sql`num > 0 and sent_num >= 0 and cut_num <= refund_num and sent_num + cut_num <= num and refund_num + after_num <= num`,
    ),
    check('order_line_refunds', sql`refund_money_fen <= pay_share_fen`),
  ],
)

/** The columns of a line that later steps of its order fill. */
export const laterLineColumns = [
  ...['sentNum', 'refundNum', 'cutNum', 'afterNum', 'refundMoneyFen', 'compensatedFen', 'isReply'],
] as const

/** What happened to an order. Append-only: a trigger refuses updates and deletions. */
export const orderLogs = pgTable(
  'order_log',
  {
    id: standardColumns.id,
    createdAt: standardColumns.createdAt,
    orderId: rowId().notNull(),
    changeType: varchar({ length: 12 }).$type<OrderLogType>().notNull(),
    message: varchar({ length: 256 }).notNull(),
    operatorType: varchar({ length: 6 }).$type<'buyer' | 'admin' | 'system'>().notNull(),
    operatorId: rowId().notNull(),
    operatorName: varchar({ length: 64 }).notNull(),
    extra: jsonb().$type<Record<string, unknown>>(),
  },
  (log) => [index('order_log_order').on(log.orderId, log.id)],
)

/** How many orders stand in each tab, without the moves in order_tab_delta. storeId is 0 for delivery. */
export const orderTabCounts = pgTable(
  'order_tab_count',
  {
    type: smallint().notNull(),
    storeId: rowId().notNull(),
    tab: smallint().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (row) => [primaryKey({ columns: [row.type, row.storeId, row.tab] })],
)

/** Moves between tabs not yet folded into the counts; written by a trigger on store_order. */
export const orderTabDeltas = pgTable('order_tab_delta', {
  id: standardColumns.id,
  type: smallint().notNull(),
  storeId: rowId().notNull(),
  tab: smallint().notNull(),
  change: integer().notNull(),
})
