import { readFile } from 'node:fs/promises'
import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { brokerage } from '@zhanggui/contract/distribution/brokerage.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { bill } from '@zhanggui/contract/finance/bill.ts'
import { paymentList } from '@zhanggui/contract/finance/payment-list.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { errorLog, log, loginLog } from '@zhanggui/contract/monitor/log.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { invoice } from '@zhanggui/contract/order/invoice.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { points } from '@zhanggui/contract/points/points.ts'
import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { productExport } from '@zhanggui/contract/product/product-export.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { jobRun, scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { namesOf, titlesOf } from '@zhanggui/domain/fields.ts'
import { dueOf, paidText } from '@zhanggui/domain/order/order-label.ts'
import { listedFields } from '@zhanggui/domain/product/product-fields.ts'
import { marginText, productLabels } from '@zhanggui/domain/product/product-look.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withContext } from '../../platform/http/context.ts'
import { type Export, exports } from '../../platform/work/exports.ts'
import { makeCase } from '../after-sales.ts'
import { bargainDraft } from '../bargain.ts'
import { combinationDraft } from '../combination.ts'
import { makeCommission } from '../commission.ts'
import { giveCopy } from '../coupon-copy.ts'
import { fetchBytes, readSheet } from '../files/product-sheets.ts'
import { makeOrders } from '../order.ts'
import { makeProduct, openProductShop, productDraft, variantDraft } from '../product.ts'
import { seckillDraft } from '../seckill.ts'
import { type Caller, openShop, type Shop } from '../shop.ts'
import { storeDraft } from '../store.ts'
import { makeCustomer } from '../user.ts'

type Query = Record<string, unknown>
/**
 * An export with its list: what the cells of each column say, by the titles of the sheet; a column that both spell alike, and
 * what the list may be asked for besides.
 */
type Exported = {
  of: Route
  list: Route
  page: string
  cells: Readonly<Record<string, string>>
  column: string
  queries?: Query[]
}

const all: Exported[] = [
  {
    of: paymentList.download,
    list: paymentList.list,
    page: 'finance/pages/payment-list',
    column: 'createTime',
    cells: {
      outTradeNo: '支付单号 交易单号',
      bizNo: '业务单号',
      nickname: '用户昵称',
      provider: '支付渠道 支付方式',
      amount: '金额',
      state: '状态 说明',
      createTime: '创建时间 付款时间',
    },
  },
  {
    of: file.download,
    list: file.list,
    page: 'file/pages/file-list',
    column: 'name',
    cells: {
      name: '文件名',
      realName: '原文件名',
      suffix: '格式',
      type: '类型',
      bytes: '字节',
      width: '尺寸',
      refCount: '使用次数',
      provider: '存储方式',
      scope: '访问',
      createBy: '上传人',
      createTime: '上传时间',
      hash: 'SHA-256',
    },
  },
  {
    of: shopUser.download,
    list: shopUser.list,
    page: 'user/pages/user-list',
    column: 'createTime',
    queries: [{}, { sort: 'id,asc' }, { keywords: '南' }],
    cells: {
      id: 'ID',
      nickname: '昵称 姓名 性别',
      levelName: '用户等级',
      groupName: '分组',
      tags: '标签',
      spreadNickname: '推荐人',
      phone: '手机号',
      nowMoney: '余额',
      integral: '积分',
      consumeMoney: '消费金额 消费次数',
      pastMoney: '历史消费 历史单数',
      lastLoginTime: '近次访问',
      createTime: '首次访问',
      status: '状态',
    },
  },
  {
    of: dict.download,
    list: dict.list,
    page: 'setting/pages/dict-list',
    column: 'name',
    queries: [{}, { sort: 'name,asc' }, { blurry: 'user' }],
    cells: { name: '字典名称 系统内置', remark: '描述', createTime: '创建时间' },
  },
  {
    of: afterSales.download,
    list: afterSales.list,
    page: 'order/pages/refund-list',
    column: 'salesNo',
    cells: {
      salesNo: '售后单号 订单号',
      serviceType: '类型',
      lines: '商品',
      nickname: '申请人',
      refundAmount: '退款金额 实付',
      reason: '原因 补充说明',
      stateStr: '状态 处理期限',
      createTime: '申请时间',
    },
  },
  {
    of: invoice.download,
    list: invoice.list,
    page: 'order/pages/invoice-list',
    column: 'orderNo',
    cells: {
      orderNo: '订单号 用户昵称',
      title: '抬头类型 发票抬头 邮箱',
      taxNo: '税号',
      kind: '发票类型',
      amount: '金额',
      orderState: '订单状态',
      createTime: '申请时间',
      number: '发票号码 开票时间',
      state: '状态 拒绝原因',
    },
  },
  {
    of: withdrawal.download,
    list: withdrawal.list,
    page: 'finance/pages/withdrawal-list',
    column: 'createTime',
    cells: {
      id: 'ID 提现单号',
      nickname: '用户昵称',
      extractPrice: '提现金额',
      fee: '手续费',
      payPrice: '实付金额',
      account: '提现方式 收款人姓名 开户银行 收款账号',
      brokeragePrice: '剩余佣金',
      status: '状态 未成功原因 打款凭证 审核人',
      mark: '备注',
      createTime: '创建时间 打款时间',
    },
  },
  {
    of: recharge.download,
    list: recharge.list,
    page: 'finance/pages/recharge-list',
    column: 'orderNo',
    cells: {
      orderNo: '充值单号',
      nickname: '用户',
      price: '充值金额',
      givePrice: '赠送金额',
      refundPrice: '已退金额 已扣回赠送',
      rechargeType: '支付方式',
      statusName: '状态',
      createTime: '创建时间',
      payTime: '支付时间',
    },
  },
  {
    of: bill.download,
    list: bill.list,
    page: 'finance/pages/fund-monitor',
    column: 'linkId',
    cells: {
      createTime: '时间',
      nickname: '客户',
      title: '类型',
      linkId: '关联单号 备注 操作人',
      payType: '支付方式',
      cash: '收付',
      change: '余额变动',
      balance: '变动后余额',
    },
  },
  {
    of: points.download,
    list: points.list,
    page: 'points/pages/points-log-list',
    column: 'id',
    cells: {
      id: 'ID',
      title: '标题',
      balance: '积分余量',
      sign: '明细数字',
      mark: '备注',
      nickname: '用户昵称',
      linkType: '来源',
      linkId: '关联单号',
      status: '状态',
      createTime: '添加时间',
    },
  },
  {
    of: brokerage.download,
    list: brokerage.list,
    page: 'finance/pages/brokerage-list',
    column: 'id',
    cells: {
      id: 'ID',
      nickname: '推广员',
      linkType: '类型',
      title: '标题',
      price: '佣金',
      balance: '佣金余量',
      level: '级别',
      status: '状态',
      linkId: '关联单号',
      mark: '备注',
      createTime: '时间',
    },
  },
  {
    of: adminUser.download,
    list: adminUser.list,
    page: 'staff/pages/admin-user-list',
    column: 'username',
    cells: {
      username: '用户名 登录锁定到',
      nickName: '昵称',
      sex: '性别',
      phone: '电话',
      email: '邮箱',
      dept: '部门 岗位',
      roles: '角色',
      enabled: '状态',
      mfaEnabled: '两步验证',
      lastLoginTime: '最后登录 最后登录IP',
      createTime: '创建日期',
    },
  },
  {
    of: dept.download,
    list: dept.list,
    page: 'staff/pages/dept-list',
    column: 'createTime',
    cells: { name: '部门名称', sort: '排序', enabled: '状态', createTime: '创建时间' },
  },
  {
    of: onlineUser.download,
    list: onlineUser.list,
    page: 'staff/pages/online-user-list',
    column: 'userName',
    cells: {
      userName: '用户名 当前会话',
      nickName: '用户昵称',
      job: '岗位',
      ip: '登录IP',
      address: '登录地点',
      browser: '浏览器',
      loginTime: '登录时间',
      lastActiveTime: '最后活动',
    },
  },
  {
    of: post.download,
    list: post.list,
    page: 'staff/pages/post-list',
    column: 'name',
    cells: {
      name: '岗位名称',
      dept: '所属部门',
      deptSuperiorName: '上级部门',
      sort: '排序',
      enabled: '状态',
      createTime: '创建时间',
    },
  },
  {
    of: scheduledJob.download,
    list: scheduledJob.list,
    page: 'work/pages/scheduled-job-list',
    column: 'jobName',
    cells: {
      jobName: '任务名称 内置 执行中',
      beanName: '执行内容',
      cronExpression: 'Cron表达式',
      isPause: '状态',
      nextTime: '下次执行',
      lastTime: '上次执行 上次结果',
      createTime: '创建日期',
    },
  },
  {
    of: jobRun.download,
    list: jobRun.list,
    page: 'work/components/job-run-drawer',
    column: 'jobName',
    cells: {
      jobName: '任务名称',
      isSuccess: '结果',
      processed: '处理条数',
      time: '耗时（毫秒）',
      trigger: '触发方式',
      exceptionDetail: '异常详情',
      createTime: '执行时间',
      instance: '执行进程',
      cronExpression: 'Cron表达式',
    },
  },
  {
    of: log.download,
    list: log.list,
    page: 'monitor/pages/operation-log-list',
    column: 'createTime',
    // Each call writes a row of it.
    queries: [],
    cells: {
      username: '用户名 昵称',
      requestIp: 'IP',
      address: 'IP来源',
      description: '描述',
      status: '结果',
      browser: '浏览器',
      time: '请求耗时ms',
      createTime: '创建日期',
    },
  },
  {
    of: errorLog.download,
    list: errorLog.list,
    page: 'monitor/pages/error-log-list',
    column: 'createTime',
    cells: {
      username: '用户名 昵称',
      requestIp: 'IP',
      address: 'IP来源',
      description: '描述',
      fingerprint: '异常指纹',
      handledBy: '处理',
      browser: '浏览器',
      time: '请求耗时ms',
      createTime: '创建日期',
    },
  },
  {
    of: loginLog.download,
    list: loginLog.list,
    page: 'monitor/pages/login-log-list',
    column: 'createTime',
    cells: {
      username: '用户名 昵称',
      result: '结果',
      ip: 'IP',
      address: 'IP来源',
      browser: '浏览器',
      os: '操作系统',
      createTime: '创建日期',
      deviceId: '设备编号',
      sessionId: '会话编号',
    },
  },
  {
    of: pickupOrder.download,
    list: pickupOrder.list,
    page: 'store/pages/store-order-list',
    column: 'orderNo',
    queries: [{}, { status: 'toBeWrittenOff' }],
    cells: {
      orderNo: '订单号 标记 下单时间',
      realName: '买家昵称 提货人 电话',
      spreader: '推荐人',
      lines: '商品信息 数量',
      payPrice: '实付 已退款 支付方式 支付状态',
      storeName: '核销门店',
      verifyTime: '核销员 核销时间 核销码',
      statusStr: '订单状态',
    },
  },
  {
    of: couponCopy.download,
    list: couponCopy.list,
    page: 'coupon/components/record-list',
    column: 'couponId',
    cells: {
      couponId: '优惠券ID',
      name: '优惠券名称',
      nickname: '领取人 领取时间',
      money: '面值 最低消费额',
      startTime: '开始使用时间',
      endTime: '结束使用时间',
      source: '获取方式',
      validStr: '是否可用',
      status: '使用状态 使用时间 失效原因',
      orderNo: '订单号',
    },
  },
  {
    of: seckill.download,
    list: seckill.list,
    page: 'seckill/pages/seckill-list',
    column: 'id',
    cells: {
      id: '编号',
      title: '秒杀名称',
      slot: '场次 秒杀时段 开始日期 结束日期',
      price: '原价 秒杀价',
      sales: '限量 已售 待付款',
      quota: '限量剩余 可售',
      browse: '浏览次数',
      budget: '预算 预算已用',
      todayAmount: '今天销售额',
      phase: '秒杀状态',
      status: '状态',
      createTime: '创建时间',
    },
  },
  {
    of: bargain.download,
    list: bargain.list,
    page: 'bargain/pages/bargain-list',
    column: 'countPeopleHelp',
    cells: {
      id: '编号',
      title: '砍价活动名称',
      price: '砍价金额',
      minPrice: '最低价',
      countPeopleAll: '参与人数',
      countPeopleHelp: '帮忙砍价人数',
      countPeopleSuccess: '成功人数',
      sales: '限量 销量',
      quota: '库存',
      browse: '浏览次数',
      budget: '预算 预算已用',
      stopTime: '砍价开启时间 砍价结束时间',
      phase: '阶段',
      status: '砍价状态',
      createTime: '添加时间',
    },
  },
  {
    of: bargainSession.download,
    list: bargainSession.list,
    page: 'bargain/pages/bargain-record-list',
    column: 'leftNum',
    cells: {
      id: 'ID',
      nickname: '发起用户',
      createTime: '开启时间',
      title: '砍价商品',
      minPrice: '起始金额 最低价',
      nowPrice: '当前价',
      peopleNum: '总砍价次数',
      leftNum: '剩余砍价次数',
      stopTime: '结束时间',
      status: '砍价状态',
      orderNo: '订单号',
    },
  },
  {
    of: combination.download,
    list: combination.list,
    page: 'combination/pages/combination-list',
    column: 'people',
    cells: {
      id: '编号',
      title: '拼团名称',
      price: '原价 拼团价',
      people: '拼团人数',
      countPeople: '参与人数',
      countPeoplePink: '成团数量',
      sales: '销量 限量',
      quota: '库存',
      browse: '浏览次数',
      budget: '预算 预算已用',
      stopTime: '拼团开始时间 拼团结束时间',
      phase: '拼团状态',
      status: '商品状态',
      createTime: '创建时间',
    },
  },
  {
    of: team.download,
    list: team.list,
    page: 'combination/pages/combination-team-list',
    column: 'people',
    cells: {
      id: 'ID',
      nickname: '开团团长',
      createTime: '开团时间',
      title: '拼团商品',
      people: '几人团',
      memberCount: '几人参加 补齐人数',
      stopTime: '结束时间',
      status: '拼团状态 结束原因',
    },
  },
  {
    of: productStock.download,
    list: productStock.ledger,
    page: 'product/pages/stock-log-list',
    column: 'suk',
    cells: {
      createTime: '时间',
      storeName: '商品ID 商品',
      suk: '规格',
      change: '变动',
      before: '变动前',
      after: '变动后',
      reason: '原因',
      refId: '单据',
      operatorName: '操作人',
      remark: '备注',
    },
  },
  {
    of: activityReport.download,
    list: activityReport.list,
    page: 'promotion/pages/activity-report',
    column: 'title',
    queries: [{ type: 4, dateLimit: 'lately30' }],
    cells: {
      title: '名称',
      received: '领取数',
      used: '使用数',
      useRate: '使用率(%)',
      expired: '过期数',
      orders: '订单数',
      orderAmount: '订单金额',
      discount: '优惠金额',
      refundAmount: '退款金额',
      newBuyers: '新客数',
      avgOrder: '客单价',
      cost: '成本',
      roi: '投入产出比',
    },
  },
  {
    of: activityReport.goodsDownload,
    list: activityReport.goodsList,
    page: 'promotion/components/report/goods-ranking',
    column: 'title',
    queries: [{ type: 2 }, { type: 3, sort: 'units,asc' }],
    cells: {
      title: '活动',
      paidOrders: '付款订单',
      units: '件数',
      gmv: '带来实付',
      discount: '让利',
      points: '赠送积分',
      coupons: '赠送优惠券',
      refundAmount: '退款金额',
      refundRate: '退款率(%)',
      participants: '付款人数',
      newBuyers: '新客数',
      avgOrder: '客单价',
      cost: '成本',
      margin: '毛利',
      roi: '投入产出比',
    },
  },
  {
    of: productExport.download,
    list: product.list,
    page: 'product/pages/product-list',
    column: 'id',
    queries: [{ type: 2 }, { type: 2, priceOrder: 'asc' }, { type: 2, stockOrder: 'desc' }],
    cells: {
      id: 'ID',
      storeName: '商品名称 标记',
      price: '价格 最高价',
      margin: '毛利率',
      sales: '销量',
      stock: '库存',
      sort: '排序',
      brandName: '品牌',
      createTime: '添加时间',
      isShow: '状态',
      ...titlesOf(listedFields),
    },
  },
  {
    of: order.download,
    list: order.list,
    page: 'order/pages/order-list',
    column: 'orderNo',
    queries: [{}, { sort: 'payPrice,asc' }, { sort: 'payTime,desc' }, { status: 'notShipped' }],
    cells: {
      createTime: '订单号 标记 下单时间',
      lines: '商品信息 数量',
      realName: '收货人 电话 地址 门店',
      remark: '买家备注 商家备注 标签',
      payPrice: '实付 改价前 已退款 支付方式',
      statusStr: '订单状态 处理期限 申请售后时间 快递公司 快递单号 物流状态',
      payTime: '付款时间',
      orderTypeText: '订单类型',
      nickname: '买家昵称',
    },
  },
]
/** Pictures, which no sheet has. */
const pictures = ['thumbUrl', 'avatar', 'image']

test('a sheet of what the screen shows has every fact of the cells that are shown, and nothing else', async () => {
  const { ctx, ...shop } = await openShop()
  const owner = await shop.signInAdmin()
  const known = ctx.platform.hooks.of(exports)
  const templates = ['ship-batch.template', 'gateway-bill.download', 'withdrawal.sheet']
  expect(all.map(({ of }) => of.name).toSorted()).toEqual(
    known.flatMap(({ route: { name } }) => (templates.includes(name) ? [] : [name])).toSorted(),
  )
  const caller = await ctx.platform.gate.actorOf(ctx, owner.userId)
  const seen = withContext(ctx, { caller })
  for (const { of, page, cells } of all) {
    const drawn = (await columnsOf(page)).filter((name) => !pictures.includes(name))
    expect(drawn.toSorted(), `the columns of ${page}`).toEqual(Object.keys(cells).toSorted())
    const { columns } = known.find(({ route }) => route.name === of.name) as unknown as Export<Query, unknown>
    const told = Map.groupBy(
      columns(seen, {}).filter((column) => column.of && column.of in cells),
      (column) => column.of,
    )
    const titles = [...told].map(([name, own]) => [name, own.map(({ title }) => title).join(' ')])
    expect(Object.fromEntries(titles), `the sheet of ${of.name}`).toEqual(cells)
  }
})

test('an export has the rows of its list in their order, the columns that are shown, and the chosen rows alone', async () => {
  const { shop, owner } = await openFilledShop()
  const compared: string[] = []
  for (const { of, list, column, queries = [{}] } of all)
    for (const query of queries) {
      const listed = await rowsOf(owner, list, query)
      const where = `${of.name} ${JSON.stringify(query)}`
      if (!listed.length) continue
      compared.push(of.name)
      const cells = listed.map((row) => String(row[column]))
      const told = of === order.download ? { columns: [column] } : { shown: [column] }
      const ownCell = async (more: Query) => {
        const [heading = [], ...rows] = await sheetOf(shop, owner, of, { ...query, ...told, ...more })
        return { heading, cells: rows.map((row) => String(row[0])) }
      }
      const whole = await ownCell({})
      expect(whole.cells, where).toEqual(cells)
      expect(whole.heading.length, where).toBeLessThanOrEqual(3)
      if (!('ids' in (of.query?.properties ?? {})) || listed.length < 2) continue
      const ids = [listed[0]?.id, listed.at(-1)?.id]
      expect((await ownCell({ ids })).cells, `${where}, two chosen`).toEqual([cells[0], cells.at(-1)])
    }
  expect(all.map(({ of }) => of.name).filter((name) => !compared.includes(name))).toEqual(nothingIn)
})

test('what qualifies the cells of orders and products is in their sheets as the lists say it', async () => {
  const { shop, owner } = await openFilledShop()
  const uid = await makeCustomer(shop.ctx, { nickname: '东风' })
  const [waiting] = await makeOrders(shop.ctx, [{ uid, payDeadline: new Date(Date.now() + 3600_000) }])
  const { orderNo = '' } = waiting ?? {}
  const acts = [
    await owner.call(orderNote.tag, { body: { orderNo, add: [1, 2] } }),
    await owner.call(order.updatePrice, { body: { orderNo, payPrice: 12.5, reason: '老客优惠' } }),
  ]
  expect(acts.map(({ status }) => status)).toEqual([200, 200])

  const orders = (await rowsOf(owner, order.list, {})) as unknown as OrderRow[]
  const shown = ['createTime', 'payPrice', 'statusStr', 'remark']
  const [heading = [], ...rows] = await sheetOf(shop, owner, order.download, { shown })
  const cellsOf = (...titles: string[]) =>
    rows.map((row) => titles.map((title) => row[heading.indexOf(title)] ?? '').map(String))
  expect(cellsOf('订单号', '标记', '改价前', '支付方式', '处理期限', '标签')).toEqual(
    orders.map((row) => [
      row.orderNo,
      row.labels.map(({ text }) => text).join('、'),
      String(row.beforePayPrice ?? ''),
      paidText(row),
      dueOf(row) ?? '',
      row.orderNo === orderNo ? '加急、礼品' : '',
    ]),
  )
  expect(orders.map((row) => [row.labels.length > 0, row.tagIds.length, row.beforePayPrice !== null])).toContainEqual([
    ...[true, 2, true],
  ])

  const products = (await rowsOf(owner, product.list, { type: 2 })) as unknown as ProductRow[]
  const sheet = await sheetOf(shop, owner, productExport.download, { type: 2, shown: ['storeName', 'price', 'margin'] })
  expect(sheet).toEqual([
    ['商品名称', '标记', '价格', '最高价', '毛利率'],
    ...products.map((row) => [
      ...[row.storeName, productLabels(row).join(';'), row.price, row.priceMax, marginText(row.price, row.cost)],
    ]),
  ])
})

/** Lists without a row in this shop, or never the same twice: their own tests export them. */
const nothingIn = [
  ...['file.download', 'scheduled-job.download', 'job-run.download', 'log.download', 'error-log.download'],
  ...['bargain-session.download', 'team.download'],
]
/** The names of the columns that a page draws. */
async function columnsOf(page: string): Promise<string[]> {
  const source = await readFile(
    new URL(`../../../../web/src/areas/${page}${page.includes('/pages/') ? '.page' : ''}.tsx`, import.meta.url),
    'utf8',
  )
  const literal = [
    ...source.matchAll(/name: '(\w+)',\s*(?:says: .*\s*)?title:/g),
    ...source.matchAll(/column\('(\w+)',/g),
  ]
  const listed = source.includes('plainColumns(listedFields)') ? namesOf(listedFields) : []
  return [...literal.map(([, name = '']) => name), ...listed]
}

async function rowsOf(caller: Caller, list: Route, query: Query): Promise<Query[]> {
  const paged = { ...query, page: 1, limit: 100 }
  const inBody = list.method === 'POST'
  const posted = list.body as { properties: object } | undefined
  const asked =
    inBody && 'page' in (posted?.properties ?? {})
      ? { body: paged }
      : inBody
        ? { query: paged, body: query }
        : { query: paged }
  const { status, body } = await caller.call(list as never, asked as never)
  expect(status, `${list.name} ${JSON.stringify(body)}`).toBe(200)
  const answer = body as Query[] | { list: Query[] }
  const flat = (rows: readonly Query[]): Query[] =>
    rows.flatMap(({ children, ...row }) => [row, ...flat((children as Query[] | undefined) ?? [])])
  return flat(Array.isArray(answer) ? answer : answer.list)
}

async function sheetOf(shop: Shop, caller: Caller, of: Route, query: Query) {
  const { status, body } = await caller.call(of as never, { query } as never)
  expect(status, `${of.name} ${JSON.stringify(body)}`).toBe(200)
  // At most ten exports a minute for each session.
  await shop.ctx.db.execute(sql`delete from rate_limit`)
  return readSheet(await fetchBytes(shop, caller, (body as { url: string }).url))
}

/** A shop in which almost every list has rows. */
async function openFilledShop() {
  const { shop, cateId } = await openProductShop()
  const owner = await shop.signInAdmin()
  const { ctx } = shop
  for (const draft of [productDraft(cateId), variantDraft(cateId), productDraft(cateId, { storeName: '第二条毛巾' })])
    await makeProduct(owner, draft)
  const people = [
    await makeCustomer(ctx, { nickname: '南风', nowMoneyFen: 300, payCount: 2 }),
    await makeCustomer(ctx, { nickname: '北风', nowMoneyFen: 900, payCount: 1 }),
    await makeCustomer(ctx, { nickname: '南山', nowMoneyFen: 500 }),
  ]
  const [uid = 0, other = 0] = people
  const [{ id: skuId = 0, productId = 0 } = {}] = (
    await ctx.db.execute<{ id: number; productId: number }>(
      sql`select id, product_id as "productId" from product_sku order by id limit 1`,
    )
  ).rows
  const goods = { shop, productId, skuId }
  const slots = await owner.call(seckillSlot.list, { query: { limit: 1 } })
  for (const saved of [
    await owner.call(seckill.save, {
      body: seckillDraft(
        { ...goods, timeId: slots.body.list[0]?.id ?? 0 },
        { status: false, attrValue: [{ skuId, price: 1, quota: 5 }] },
      ),
    }),
    await owner.call(bargain.save, {
      body: bargainDraft(goods, { status: false, attrValue: [{ skuId, price: 20, minPrice: 8, quota: 5 }] }),
    }),
    await owner.call(combination.save, {
      body: combinationDraft(goods, { status: false, attrValue: [{ skuId, price: 1, quota: 5 }] }),
    }),
  ])
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const { id: storeId } = (await owner.call(store.save, { body: storeDraft('南门店') })).body
  for (const [n, who] of [uid, other].entries())
    await ctx.db.execute(sql`insert into user_extract (extract_no, uid, extract_type, extract_price_fen, fee_fen, balance_fen, created_at)
      values (${`W${who}`}, ${who}, 'alipay', 100, 0, 0, now() - ${n} * interval '1 hour')`)
  await makeOrders(ctx, [
    { uid, paid: true, lines: [{ num: 3 }] },
    { uid: other, paid: true, lines: [{ num: 1 }] },
    { uid, paid: true, lines: [{ num: 2 }] },
    { uid, paid: true, shippingType: 2, storeId },
    { uid: other, paid: true, shippingType: 2, storeId },
  ])
  await ctx.db.execute(sql`insert into invoice (order_id, uid, title_type, title, amount_fen)
    select id, uid, 1, '王小明', pay_price_fen from store_order order by id limit 3`)
  for (const buyer of [uid, other]) {
    await makeCase(ctx, { order: { uid: buyer } })
    await giveCopy(ctx, buyer)
    await makeCommission(ctx, [
      { uid: buyer, linkType: 'order', status: 2, priceFen: 300, linkId: '20260101000000000001' },
      { uid: buyer, linkType: 'system', status: 3, priceFen: 500, mark: '奖励' },
      { uid: buyer, linkType: 'refund', status: 3, priceFen: 100 },
    ])
    await ctx.db.execute(sql`insert into user_integral_record (uid, link_type, link_id, type, title, integral, balance, mark, status)
      values (${buyer}, 'system', '', 1, '赠送', 5, 5, '', 3)`)
    await ctx.db.execute(sql`insert into user_bill (uid, pm, type, title, number_fen, balance_fen, link_id, pay_type)
      values (${buyer}, 1, 'pay_recharge', '充值支付', 500, 500, ${`C${buyer}`}, 'weixin')`)
    await ctx.db.execute(sql`insert into user_recharge (recharge_no, uid, price_fen, give_fen, recharge_type, channel, pay_deadline)
      values (${`C${buyer}`}, ${buyer}, 500, 0, 'weixin', 'h5', now())`)
  }
  await owner.call(dept.save, { body: { name: '客服部', sort: 1, enabled: true } as never })
  for (const name of ['客服', '仓库']) {
    const { id: deptId } = (await owner.call(dept.list)).body[0] ?? { id: 0 }
    await owner.call(post.save, { body: { name, sort: 1, enabled: true, dept: { id: deptId } } as never })
  }
  await shop.signIn({})
  await ctx.db.execute(sql`insert into login_log (username, result, reason, ip) values ('wang', 1, 'ok', '127.0.0.1')`)
  return { shop, owner }
}
