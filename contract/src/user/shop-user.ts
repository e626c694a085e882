import { userTypes } from '@zhanggui/domain/user/user-type.ts'
import { validators } from '@zhanggui/domain/validators.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

const whole = (title: string, maximum = 999_999) => t.Optional(t.Integer({ title, maximum }))

/** The filters of the customer list, which a segment keeps as its rule. */
export const userFilters = {
  keywords: t.Optional(t.String({ title: '用户搜索', pasted: 'keyword', maxLength: 64 })),
  dateLimit: t.Optional(t.TimeRange),
  /** What lies in the time range: the last visit, or the first. */
  accessType: t.Optional(t.OneOfNumbers([0, 1], { title: '访问情况' })),
  /** 0: without a group. */
  groupId: t.Optional(t.Integer({ title: '用户分组' })),
  /** Has one of them. */
  tagIds: t.Optional(t.Array(t.Id, { title: '用户标签', maxItems: 50 })),
  userType: t.Optional(t.OneOf(userTypes, { title: '用户来源' })),
  status: t.Optional(t.Boolean({ title: '状态' })),
  isPromoter: t.Optional(t.Boolean({ title: '身份' })),
  /** 0: never; otherwise at least as often. */
  payCount: whole('消费次数'),
  /** 0: without a level. */
  level: t.Optional(t.Integer({ title: '用户等级' })),
  country: t.Optional(t.String({ title: '国家', maxLength: 64 })),
  province: t.Optional(t.String({ title: '省份', maxLength: 64 })),
  city: t.Optional(t.String({ title: '城市', maxLength: 64 })),
  sex: t.Optional(t.OneOfNumbers([0, 1, 2, 3], { title: '性别' })),
  minConsume: t.Optional(t.Amount({ title: '最低消费金额' })),
  maxConsume: t.Optional(t.Amount({ title: '最高消费金额' })),
  lastPay: t.Optional(t.TimeRange),
  /** What was spent here and in the shop before. */
  minTotal: t.Optional(t.Amount({ title: '最低总消费' })),
  maxTotal: t.Optional(t.Amount({ title: '最高总消费' })),
  spreadUid: t.Optional(t.Id),
  birthday: t.Optional(t.Integer({ title: '生日月份', minimum: 1, maximum: 12 })),
}
export const UserFilter = t.Object(userFilters, { example: { payCount: 1, status: true } })
export type UserFilter = t.Static<typeof UserFilter>

export const UserQuery = t.pageQuery({
  ...userFilters,
  sort: t.Optional(t.Array(t.String({ title: '排序', maxLength: 50 }), { title: '排序', maxItems: 2 })),
})
export type UserQuery = t.Static<typeof UserQuery>

const Named = t.Object({ id: t.Id, name: t.String() })

/** A customer in the list: the phone is masked; balances are null for those who see their store alone. */
export const UserRow = t.Object({
  id: t.Id,
  version: t.Integer(),
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  realName: t.String({ title: '姓名' }),
  phone: t.String({ title: '手机号' }),
  sex: t.Integer({ title: '性别' }),
  level: t.Integer({ title: '用户等级' }),
  levelName: t.String({ title: '等级名称' }),
  groupId: t.Nullable(t.Integer({ title: '分组编号' })),
  groupName: t.String({ title: '分组' }),
  tags: t.Array(Named, { title: '标签' }),
  spreadUid: t.Integer({ title: '推荐人编号' }),
  spreadNickname: t.String({ title: '推荐人' }),
  nowMoney: t.Nullable(t.Amount({ title: '余额' })),
  integral: t.Nullable(t.Integer({ title: '积分' })),
  consumeMoney: t.Nullable(t.Amount({ title: '消费金额' })),
  payCount: t.Integer({ title: '消费次数' }),
  /** In the shop before this one, as an import said. */
  pastMoney: t.Nullable(t.Amount({ title: '历史消费' })),
  pastCount: t.Integer({ title: '历史单数' }),
  status: t.Boolean({ title: '状态' }),
  closeReason: t.String({ title: '禁用原因' }),
  userType: t.OneOf(userTypes, { title: '用户来源' }),
  isPromoter: t.Boolean({ title: '推广员' }),
  country: t.String({ title: '国家' }),
  province: t.String({ title: '省份' }),
  city: t.String({ title: '城市' }),
  mark: t.String({ title: '备注' }),
  createTime: t.DateTime,
  lastLoginTime: t.Nullable(t.DateTime),
  lastPayTime: t.Nullable(t.DateTime),
})
export type UserRow = t.Static<typeof UserRow>

export const UserInfo = t.Object({
  ...UserRow.properties,
  account: t.String({ title: '账号' }),
  birthday: t.Nullable(t.String({ title: '生日' })),
  /** Masked. */
  cardId: t.String({ title: '身份证号' }),
  /** Whether there is one; the text itself is revealed on request. */
  hasAddress: t.Boolean({ title: '有详细地址' }),
  experience: t.Nullable(t.Integer({ title: '经验' })),
  levelGrade: t.Integer({ title: '等级' }),
  levelDiscount: t.Integer({ title: '享受折扣' }),
  levelAuto: t.Boolean({ title: '自动升级' }),
  /** The next shown level, and what it takes. */
  nextLevel: t.Nullable(t.Object({ name: t.String(), experience: t.Integer(), discount: t.Integer() })),
  loginType: t.OneOf(userTypes, { title: '登录方式' }),
  promoterTime: t.Nullable(t.DateTime),
  spreadTime: t.Nullable(t.DateTime),
  spreadCount: t.Integer({ title: '直属下级数' }),
  subscribe: t.Boolean({ title: '关注公众号' }),
  addIp: t.String({ title: '注册IP' }),
  lastIp: t.String({ title: '最近登录IP' }),
})
export type UserInfo = t.Static<typeof UserInfo>

const TopDetail = t.Object({
  user: UserInfo,
  balance: t.Nullable(t.Amount({ title: '余额' })),
  integralCount: t.Nullable(t.Integer({ title: '积分' })),
  allOrderCount: t.Integer({ title: '已付订单' }),
  monthOrderCount: t.Integer({ title: '本月订单' }),
  allConsumeCount: t.Nullable(t.Amount({ title: '累计消费' })),
  monthConsumeCount: t.Nullable(t.Amount({ title: '本月消费' })),
  refundCount: t.Integer({ title: '退款笔数' }),
  refundMoney: t.Nullable(t.Amount({ title: '退款金额' })),
  /** Copies not used and not over. */
  couponCount: t.Nullable(t.Integer({ title: '可用优惠券' })),
  avgPrice: t.Nullable(t.Amount({ title: '客单价' })),
  lastPayTime: t.Nullable(t.DateTime),
  /** How many rows each list of the detail has, by its type, counted up to 10,000. */
  counts: t.Map(t.Integer()),
})
export type TopDetail = t.Static<typeof TopDetail>

/** The lists of a customer's detail that there are by now: orders, points, sign-ins, coupons, balance, relations, experience, addresses, notes. */
export const detailTypes = [0, 1, 2, 3, 4, 5, 6, 7, 10] as const
export type DetailType = (typeof detailTypes)[number]

/** A row of such a list; which fields it has is a matter of the list. */
export const DetailRow = t.Object({
  id: t.Id,
  createTime: t.DateTime,
  title: t.Optional(t.String({ title: '名称' })),
  /** 1 in, 0 out. */
  pm: t.Optional(t.Integer({ title: '收支' })),
  number: t.Optional(t.Number({ title: '变动' })),
  balance: t.Optional(t.Number({ title: '变动后' })),
  mark: t.Optional(t.String({ title: '备注' })),
  linkId: t.Optional(t.String({ title: '关联单号' })),
  status: t.Optional(t.Integer({ title: '状态' })),
  operatorName: t.Optional(t.String({ title: '操作人' })),
  content: t.Optional(t.String({ title: '内容', maxLength: 500 })),
  /** Of relations: the promoter above, or somebody below. */
  relation: t.Optional(t.OneOf(['up', 'down'], { title: '关系' })),
  nickname: t.Optional(t.String({ title: '昵称' })),
  avatar: t.Optional(t.String({ title: '头像', maxLength: 512 })),
  phone: t.Optional(t.String({ title: '手机号' })),
  payCount: t.Optional(t.Integer({ title: '消费次数' })),
  consumeMoney: t.Optional(t.Amount({ title: '消费金额' })),
  /** Of addresses, beside `title` of who receives, `phone` and the place as `content`, both masked. */
  isDefault: t.Optional(t.Boolean({ title: '默认地址' })),
  /** Of orders, beside `number` of units, `title` of goods, `linkId` and `content`, the state in words. */
  payPrice: t.Optional(t.Amount({ title: '实付金额' })),
  /**
   * Of coupons, beside `title`, `number` for the face value in yuan, `content` for the state in words, `mark` for how it was
   * received or why it ended, and `linkId` for the order it paid a part of.
   */
  minPrice: t.Optional(t.Amount({ title: '最低消费额' })),
  startTime: t.Optional(t.DateTime),
  endTime: t.Optional(t.DateTime),
  /** Of sign-ins, beside `title`, `number` of points and `content`, the day. */
  experience: t.Optional(t.Integer({ title: '奖励经验' })),
})
export type DetailRow = t.Static<typeof DetailRow>

const mobile = (title: string) =>
  t.String({
    title,
    pasted: 'phone',
    maxLength: 18,
    pattern: /^1[3-9]\d{9}$/,
    example: '13800138000',
    hint: validators.mobile.message,
  })

/** The texts of a customer that staff may remove. */
export const clearable = ['realName', 'birthday', 'cardId', 'mark', 'address'] as const

/** What is left out stays. */
export const UserChange = t.Object({
  id: t.Id,
  version: t.Version,
  realName: t.Optional(t.String({ title: '真实姓名', maxLength: 32 })),
  birthday: t.Optional(t.String({ title: '生日', maxLength: 10, example: '1990-07-09' })),
  cardId: t.Optional(t.String({ title: '身份证号', maxLength: 18, example: '110101199007090011' })),
  mark: t.Optional(t.String({ title: '备注' })),
  address: t.Optional(t.String({ title: '详细地址' })),
  groupId: t.Optional(t.Integer({ title: '用户分组' })),
  tagIds: t.Optional(t.Array(t.Id, { title: '用户标签', maxItems: 50, uniqueItems: true })),
  isPromoter: t.Optional(t.Boolean({ title: '推广员' })),
  sex: t.Optional(t.OneOfNumbers([0, 1, 2, 3], { title: '性别' })),
  /** What is removed: an empty text counts as left out. */
  clear: t.Optional(t.Array(t.OneOf(clearable, { title: '清除项' }), { title: '清除项', maxItems: 5 })),
})
export type UserChange = t.Static<typeof UserChange>

export const UserDraft = t.Object({
  phone: mobile('手机号'),
  nickname: t.String({ title: '昵称', minLength: 1, maxLength: 64 }),
  groupId: t.Optional(t.Integer({ title: '用户分组' })),
})
export type UserDraft = t.Static<typeof UserDraft>

const sign = (title: string) => t.Optional(t.OneOfNumbers([1, 2], { title }))
/** 1 adds, 2 takes away. */
export const FundsChange = t.Object({
  uid: t.Id,
  integralType: sign('积分增减'),
  integralValue: t.Optional(t.Integer({ title: '积分', maximum: 999_999 })),
  moneyType: sign('余额增减'),
  moneyValue: t.Optional(t.Amount({ title: '余额', maximum: 999_999.99 })),
  mark: t.String({ title: '备注', minLength: 2, maxLength: 100 }),
})
export type FundsChange = t.Static<typeof FundsChange>

const Uids = t.Array(t.Id, { title: '用户', minItems: 1, maxItems: 500, uniqueItems: true, ask: '请选择用户' })

const base = '/admin/user'

/** 用户管理. */
export const shopUser = routes('shop-user', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:user:list',
    summary: '用户列表，新的在前',
    query: UserQuery,
    response: t.pageOf(UserRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: 'admin:user:info',
    summary: '用户信息',
    query: t.Object({ id: t.Id }),
    response: UserInfo,
  },
  topDetail: {
    method: 'GET',
    path: `${base}/topdetail`,
    permission: 'admin:user:topdetail',
    summary: '用户详情头部',
    query: t.Object({ userId: t.Id }),
    response: TopDetail,
    errors: [404],
  },
  detailList: {
    method: 'GET',
    path: `${base}/infobycondition`,
    permission: 'admin:user:infobycondition',
    summary: '用户的订单、积分、签到、优惠券、余额、经验、推广关系和跟进记录，新的在前',
    query: t.pageQuery({ userId: t.Id, type: t.OneOfNumbers(detailTypes, { title: '类型' }) }),
    response: t.pageOf(DetailRow),
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'admin:user:save',
    summary: '新增用户',
    body: UserDraft,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: 'admin:user:update',
    secret: ['address'],
    summary: '编辑用户',
    body: UserChange,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  phone: {
    method: 'POST',
    path: `${base}/update/phone`,
    permission: 'admin:user:update:phone',
    summary: '修改用户手机号',
    body: t.Object({ id: t.Id, phone: mobile('手机号') }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  funds: {
    method: 'POST',
    path: `${base}/operate/founds`,
    permission: 'admin:user:operate:founds',
    summary: '调整用户余额和积分',
    body: FundsChange,
    response: t.Done,
    accepted: Asked,
    errors: [403, 404, 409, 422],
  },
  group: {
    method: 'POST',
    path: `${base}/group`,
    permission: 'admin:user:group',
    summary: '设置用户分组',
    body: t.Object({ ids: Uids, groupId: t.Integer({ title: '用户分组', ask: '请选择用户分组' }) }),
    response: t.Done,
    errors: [404, 422],
  },
  tag: {
    method: 'POST',
    path: `${base}/tag`,
    permission: 'admin:user:tag',
    summary: '设置用户标签',
    body: t.Object({
      ids: Uids,
      tagIds: t.Array(t.Id, { title: '用户标签', maxItems: 50, uniqueItems: true }),
      mode: t.Optional(t.OneOf(['replace', 'add', 'remove'], { title: '方式' })),
    }),
    response: t.Done,
    errors: [404, 422],
  },
  spread: {
    method: 'POST',
    path: `${base}/update/spread`,
    permission: 'admin:user:update:spread',
    summary: '修改上级推广人',
    body: t.Object({
      userId: t.Id,
      spreadUid: t.Integer({ title: '上级推广人', minimum: 1, ask: '请选择上级推广人' }),
    }),
    response: t.Done,
    errors: [404, 422],
  },
  clearSpread: {
    method: 'POST',
    path: '/admin/store/retail/spread/clean',
    permission: 'admin:retail:spread:clean',
    summary: '清除上级推广人',
    body: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 422],
  },
  level: {
    method: 'POST',
    path: `${base}/update/level`,
    permission: 'admin:user:update:level',
    summary: '修改用户等级',
    body: t.Object({
      uid: t.Id,
      levelId: t.Integer({ title: '用户等级', ask: '请选择用户等级' }),
      isSub: t.Optional(t.Boolean({ title: '扣减经验' })),
    }),
    response: t.Done,
    errors: [404, 422],
  },
  status: {
    method: 'POST',
    path: `${base}/status`,
    permission: 'admin:user:status',
    summary: '启用禁用用户',
    body: t.Object({
      ids: Uids,
      status: t.Boolean({ title: '状态' }),
      closeReason: t.Optional(t.String({ title: '禁用原因' })),
    }),
    response: t.Done,
    errors: [404, 422],
  },
  note: {
    method: 'POST',
    path: `${base}/note/save`,
    permission: 'admin:user:update',
    summary: '写跟进记录',
    body: t.Object({ uid: t.Id, content: t.String({ title: '内容', minLength: 1, maxLength: 500 }) }),
    response: t.Saved,
    errors: [404, 422],
  },
  download: exportRoute({
    path: '/admin/export/excel/user',
    permission: 'admin:user:export',
    summary: '导出用户',
    query: t.Object({ ...UserQuery.properties, ...chosenRows }),
  }),
})
