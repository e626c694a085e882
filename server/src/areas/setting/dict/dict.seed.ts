import { orderStatusWords, refundStatusWords } from '@zhanggui/domain/order/order-state.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { stockReasons } from '@zhanggui/domain/product/product-stock.ts'
import { billTypes } from '@zhanggui/domain/user/ledger.ts'
import { userTypeLabels } from '@zhanggui/domain/user/user-type.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { dropDictionaries } from './dict-detail.service.ts'

/** The dictionaries of every shop, name: [remark, {value: label}]. Business areas add theirs, one for each enum. */
const defaultDictionaries: Record<string, [remark: string, values: Record<string, string>]> = {
  user_status: ['用户状态', { true: '激活', false: '锁定' }],
  dept_status: ['部门状态', { true: '启用', false: '停用' }],
  job_status: ['岗位状态', { true: '启用', false: '停用' }],
  sex: ['性别', { 男: '男', 女: '女' }],
  log_result: ['日志结果', { 1: '成功', 0: '失败' }],
  job_status_run: ['任务状态', { 0: '运行', 1: '暂停' }],
  storage_type: ['文件类型', { 1: '图片', 2: '视频', 3: '音频', 4: '文件' }],
  captcha_type: ['验证码类型', { arithmetic: '算术', char: '字符' }],
  stock_reason: ['库存变动原因', stockReasons],
  order_status: ['订单状态', orderStatusWords],
  order_refund_status: ['订单退款状态', refundStatusWords],
  order_pay_type: ['支付方式', payTypes],
  after_sales_state: ['售后状态', { 0: '待审核', 1: '已同意', 2: '退货中', 3: '已完成' }],
  user_type: ['用户来源', userTypeLabels],
  bill_type: ['资金变动类型', billTypes],
}

type Dictionary = [remark: string, values: Record<string, string>, colours?: Record<string, string>]

/** Dictionaries of words that staff change freely, with their initial words, name: [remark, {value: label}, {value: colour}]. */
const firstWords: Record<string, Dictionary> = {
  product_unit: ['商品单位', sameAsShown('件 个 只 双 套 盒 箱 瓶 袋 包 斤 千克 米 张 本 台 份 条')],
  product_ensure: [
    '服务保障',
    {
      return7: '七天无理由退货',
      genuine: '正品保证',
      ship48: '48小时内发货',
      freeReturn: '退货包运费',
      fresh: '坏果包赔',
      invoice: '支持开发票',
    },
  ],
  ad_banned_words: [
    '绝对化用语',
    sameAsShown('最 第一 国家级 世界级 最高级 最佳 顶级 极品 首选 唯一 独家 全网最低 史无前例 万能 100%有效 永久'),
  ],
  reply_phrases: [
    '评论快捷回复',
    {
      thanks: '感谢您的支持与肯定，我们会继续努力，期待您再次光临！',
      sorry: '非常抱歉给您带来了不好的体验，请联系客服，我们会尽快为您处理。',
      improve: '感谢您的建议，我们已经记录并反馈给相关同事，会尽快改进。',
    },
  ],
  order_tag: [
    '订单标签',
    { 1: '加急', 2: '礼品', 3: '易碎', 4: '老客户', 5: '待核实', 6: '缺货等待' },
    { 1: 'red', 2: 'magenta', 3: 'orange', 4: 'green', 5: 'gold', 6: 'purple' },
  ],
  // A value of one group of synonyms, separated by spaces: a search for one finds the others as well.
  search_synonyms: ['搜索同义词', { 't恤 短袖': 'T恤', '手机 电话': '手机', '笔记本 手提电脑': '笔记本电脑' }],
}

/** Values, separated by spaces, whose labels equal the values. */
function sameAsShown(values: string): Record<string, string> {
  return Object.fromEntries(values.split(' ').map((value) => [value, value]))
}

/**
 * Adds missing default dictionaries and values; existing ones stay as staff left them. Words are added only with
 * their dictionary, so that those staff deleted do not come back.
 */
export async function insertDictionaries(tx: Ctx): Promise<void> {
  await tx.db.execute(sql`
    with given as (select * from jsonb_to_recordset(${rowsOf(defaultDictionaries)}::jsonb)
        as row(name text, remark text, value text, label text, sort int)),
      added as (
        insert into dict (name, remark, builtin) select distinct name, remark, true from given
        on conflict (name) do nothing returning id, name)
    insert into dict_detail (dict_id, label, value, sort, builtin)
    select coalesce(added.id, dict.id), given.label, given.value, given.sort, true from given
      left join added on added.name = given.name left join dict on dict.name = given.name
    on conflict (dict_id, value) do nothing`)
  await tx.db.execute(sql`
    with given as (select * from jsonb_to_recordset(${rowsOf(firstWords)}::jsonb)
        as row(name text, remark text, value text, label text, color text, sort int)),
      added as (
        insert into dict (name, remark, builtin) select distinct name, remark, true from given
        on conflict (name) do nothing returning id, name)
    insert into dict_detail (dict_id, label, value, color, sort)
    select added.id, given.label, given.value, given.color, given.sort from given join added on added.name = given.name`)
  await dropDictionaries(tx)
}

function rowsOf(dictionaries: Record<string, Dictionary>): string {
  const rows = Object.entries(dictionaries).flatMap(([name, [remark, values, colours = {}]]) =>
    // An object lists keys that look like numbers in numeric order; `sort` keeps the written order for all.
    Object.entries(values).map(([value, label], index) => ({
      name,
      remark,
      value,
      label,
      color: colours[value] ?? '',
      sort: index + 1,
    })),
  )
  return JSON.stringify(rows)
}
