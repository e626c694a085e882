import type { BulkWriter } from '../../../platform/data/bulk.ts'
import { customerColumns } from '../../user/shop-user/shop-user.bulk.ts'

/** The columns of each table, as COPY names them. */
export const columns = {
  ...customerColumns,
  store_order: `id, created_at, updated_at, order_no, uid, channel, real_name, user_phone, province, city, district, detail, city_id,
    total_num, sent_num, line_count, pro_total_price_fen, use_integral, deduction_price_fen, freight_price_fen, pay_postage_fen,
    pay_price_fen, before_pay_price_fen, price_changes, cost_fen, gain_integral, paid, pay_time, pay_type, cod, pay_deadline,
    status, shipping_type, store_id, verify_code, verify_time, ship_time, receive_time, complete_time, auto_receive_time,
    auto_complete_time, mark, remark, tag_ids, hold, hold_reason, print_time, print_stale, is_remind, remind_time, close_type,
    close_time, close_reason, is_del, pre_order_no, refund_status, refund_price_fen, refund_postage_fen, back_integral, order_kind,
    activity_id, bargain_user_id, pink_id, pink_status`,
  order_line: `id, created_at, order_id, line_no, product_id, sku_id, "unique", store_name, image, sku, bar_code, cate_id, price_fen,
    unit_price_fen, num, line_total_fen, integral_share_fen, use_integral_share, adjust_share_fen, pay_share_fen,
    freight_share_fen, cost_fen, weight, volume, temp_id, sent_num, refund_num, cut_num, refund_money_fen, compensated_fen,
    activity_discount_fen`,
  order_log: 'created_at, order_id, change_type, message, operator_type, operator_id, operator_name',
  payment: `id, created_at, updated_at, biz_type, biz_id, biz_no, uid, out_trade_no, provider, pay_type, channel, amount_fen, state,
    transaction_id, pay_time`,
  shipment: `id, created_at, updated_at, order_id, delivery_no, delivery_type, express_code, express_name, express_no, state, trace,
    trace_state, trace_time, sign_time, ship_time`,
  shipment_line: 'shipment_id, line_id, num',
  after_sales: `id, created_at, updated_at, sales_no, order_id, order_no, uid, shipping_type, service_type, refund_amount_fen,
    postage_fen, reason, state, audit_time, complete_time, refund_no`,
  after_sales_line: 'after_sales_id, line_id, num, money_fen',
  after_sales_log: 'created_at, after_sales_id, what, message, operator_type, operator_id, operator_name',
  refund: `id, created_at, updated_at, refund_no, order_id, after_sales_id, parts, amount_fen, goods_amount_fen, postage_amount_fen,
    points_back, state, method, reason, finish_time, cause`,
  refund_line: 'refund_id, line_id, num, cut_num, money_fen, points',
  stock_ledger: `product_id, sku_id, change, before, after, reason, ref_type, ref_id, operator_type, operator_id, operator_name,
    created_at`,
  activity: `id, created_at, updated_at, type, product_id, title, image, images, unit_name, temp_id, status, start_at, stop_at`,
  activity_sku:
    'id, activity_id, product_sku_id, price_fen, min_price_fen, quota_show, quota, reserved, sold, sold_out_at',
  seckill: 'activity_id, time_id, num',
  combination: 'activity_id, people, effective_hours, num, once_num, virtual_ration',
  bargain: 'activity_id, people_num, bargain_num, num',
  team: `id, created_at, updated_at, activity_id, product_id, uid, people, virtual_most, member_count, virtual_count, status, stop_at,
    end_reason, end_time`,
  team_member: 'created_at, team_id, uid, order_id, num, price_fen, is_leader, status',
  bargain_session: `id, created_at, updated_at, activity_id, uid, activity_sku_id, price_fen, min_price_fen, people_num, cut_lo_fen,
    cut_hi_fen, help_num, cut_fen, cut_count, status, is_cancelled, stop_at, success_time, order_deadline, order_id, is_held`,
  bargain_help: 'session_id, seq, uid, cut_fen, created_at',
}
/** Those that are filled, the last one from the others. */
export const tables = [...Object.keys(columns), 'bargain_helper']
/** Writes rows of all tables of trade. */
export type Writer = BulkWriter<keyof typeof columns>

export type Sku = {
  id: number
  product: number
  unique: string
  name: string
  image: string
  sku: string
  barCode: string
  category: number
  priceFen: number
  costFen: number
  weight: number
  tempId: number
}

/** A line of an order, of the SKU at a place; `unit` is charged for one. */
export type Line = {
  at: number
  id: number
  sku: Sku
  num: number
  unit: number
  total: number
  points: number
  adjust: number
}

/** The activity of an order, and its session or team. */
export type Offer = {
  kind: 'bargain' | 'combination'
  activityId: number
  sessionId?: number
  teamId?: number
  /** Of its team. */
  status?: 1 | 2 | 3
}

/** The last ids of tables. */
export type Last = Record<'line' | 'payment' | 'shipment' | 'refund' | 'case', number>
