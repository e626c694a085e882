import { dashboardTitles } from './dashboard/dashboard-titles.ts'
import { decorTitles } from './decor/decor-titles.ts'
import { distributionTitles } from './distribution/distribution-titles.ts'
import { fileTitles } from './file/file-titles.ts'
import { billTitles } from './finance/bill-titles.ts'
import { liveTitles } from './live/live-titles.ts'
import { messageTitles } from './message/message-titles.ts'
import { monitorTitles } from './monitor/monitor-titles.ts'
import { orderTitles } from './order/order-titles.ts'
import { productTitles } from './product/product-titles.ts'
import { promotionTitles } from './promotion/promotion-titles.ts'
import { settingTitles } from './setting/setting-titles.ts'
import { staffTitles } from './staff/staff-titles.ts'
import { storeTitles } from './store/store-titles.ts'
import { userTitles } from './user/user-titles.ts'
import { wechatTitles } from './wechat/wechat-titles.ts'
import { workTitles } from './work/work-titles.ts'

/** What areas share. */
const sharedTitles = {
  // Every object
  id: '编号',
  version: '版本号',
  list: '列表',
  content: '内容',
  total: '总数',
  totalElements: '总数',
  page: '页码',
  limit: '每页条数',
  totalIsLowerBound: '总数为下限',
  createTime: '创建时间',
  createBy: '创建人',
  createName: '创建人姓名',
  updateTime: '更新时间',
  updateBy: '更新人',
  deleteTime: '删除时间',
  deleted: '删除数量',
  name: '名称',
  title: '标题',
  label: '显示名称',
  value: '值',
  key: '键',
  code: '编码',
  type: '类型',
  kind: '种类',
  status: '状态',
  state: '状态',
  level: '级别',
  sort: '排序',
  remark: '备注',
  note: '处理说明',
  description: '说明',
  message: '消息',
  reason: '原因',
  url: '地址',
  path: '路径',
  link: '链接',
  image: '图片',
  icon: '图标',
  color: '颜色',
  enabled: '是否启用',
  disabled: '是否禁用',
  hidden: '是否隐藏',
  builtin: '是否内置',
  isShow: '是否显示',
  isDefault: '是否默认',
  pid: '上级编号',
  parentId: '上级编号',
  children: '下级',
  params: '参数',
  result: '结果',
  before: '修改前',
  after: '修改后',
  old: '原值',
  new: '新值',
  changes: '修改内容',
  change: '变动',
  field: '字段',
  fields: '字段',
  error: '错误',
  errors: '错误明细',
  warnings: '提醒',
  current: '当前',
  count: '数量',
  countIsLowerBound: '数量为下限',
  number: '数量',
  failed: '失败数',
  success: '成功数',
  processed: '已处理数',
  added: '新增数',
  changed: '修改数',
  created: '新增数',
  updates: '更新数',
  creates: '新增数',
  done: '完成数',
  rows: '行数',
  row: '行号',
  column: '列名',
  time: '耗时毫秒',
  ms: '耗时毫秒',
  startTime: '开始时间',
  endTime: '结束时间',
  finishTime: '完成时间',
  expireTime: '到期时间',
  expiresAt: '到期时间',
  expiresIn: '有效秒数',
  expireSeconds: '有效秒数',
  nextTime: '下次时间',
  lastTime: '最近时间',
  // Refusals
  timestamp: '时间',
  errcode: '微信错误码',
  uses: '引用',
  wanted: '需要数量',
}

/** The names that a list has in common with one before it. */
type Repeated<Lists, Seen = never> = Lists extends readonly [infer First, ...infer Rest]
  ? (Seen & keyof First) | Repeated<Rest, Seen | keyof First>
  : never

/** Joins lists of titles. A name in two of them does not compile. */
function join<const Lists extends readonly Record<string, string>[]>(
  ...lists: [Repeated<Lists>] extends [never] ? Lists : readonly Repeated<Lists>[]
): Readonly<Record<string, string>> {
  return Object.assign({}, ...lists)
}

/**
 * What the fields of answers are called, by their names: one name means the same in every answer. A field with a title of
 * its own goes by that one; the documentation shows either.
 */
export const fieldTitles = join(
  sharedTitles,
  settingTitles,
  fileTitles,
  messageTitles,
  staffTitles,
  wechatTitles,
  workTitles,
  monitorTitles,
  productTitles,
  storeTitles,
  userTitles,
  promotionTitles,
  decorTitles,
  distributionTitles,
  orderTitles,
  billTitles,
  liveTitles,
  dashboardTitles,
)
