import { block, page } from './menu-seed.ts'

export const user = block(
  'member',
  '用户',
  { icon: 'peoples', sort: 40, area: 'user', folder: 'user', prefix: 'admin:user:' },
  [
    page('list', '用户管理', 'UserList', 'admin:user:list', {
      icon: 'peoples',
      buttons: `详情 info, 头部 topdetail, 详情列表 infobycondition, 编辑 update, 改手机 update:phone, 改等级 update:level,
        改上级 update:spread, 积分余额 operate:founds, 大额调整 operate:founds:large, 启用禁用 status, 新增 save, 分组 group,
        标签 tag, 查看敏感信息 sensitive:view, 发券 admin:coupon:user:receive, 导出 export`,
    }),
    page('detail/:id', '用户详情', 'UserDetail', 'admin:user:topdetail', { under: '/member/list' }),
    page('import', '导入客户', 'UserImport', 'admin:user:import', { form: true, icon: 'new-user', cache: false }),
    page('wechat', '微信用户', 'WechatUserList', 'admin:wechat:user:list', {
      icon: 'wechat',
      buttons: '详情 admin:wechat:user:detail, 同步 admin:wechat:user:sync',
    }),
    page('level', '用户等级', 'UserLevelList', 'admin:system:user:level:list', {
      icon: 'dengji',
      buttons: `新增 admin:system:user:level:save, 编辑 admin:system:user:level:update, 启用 admin:system:user:level:use,
        删除 admin:system:user:level:delete`,
    }),
    page('group', '用户分组', 'UserGroupList', 'admin:user:group:list', {
      icon: 'tab',
      buttons: '详情 group:info, 新增 group:save, 编辑 group:update, 删除 group:delete',
    }),
    page('tag', '用户标签', 'UserTagList', 'admin:user:tag:list', {
      icon: 'icon',
      buttons: '详情 tag:info, 新增 tag:save, 编辑 tag:update, 删除 tag:delete',
    }),
  ],
)

export const finance = block('finance', '财务', { icon: 'money', sort: 90, area: 'finance', folder: 'finance' }, [
  page('extract', '提现申请', 'WithdrawalList', 'admin:finance:apply:list', {
    icon: 'cost-amount',
    buttons: '统计 balance, 编辑 update, 审核 apply, 导出 admin:finance:export',
  }),
  page('recharge', '充值记录', 'RechargeList', 'admin:recharge:list', {
    icon: 'goods-price',
    buttons: '统计 balance, 退款 refund, 导出 admin:finance:export',
  }),
  page('monitor', '资金监控', 'FundMonitor', 'admin:finance:monitor:list', {
    icon: 'monitor',
    buttons: '导出 admin:finance:export',
  }),
  page('brokerage', '佣金记录', 'BrokerageList', 'admin:finance:monitor:brokerage:record', {
    icon: 'fenxiao',
    buttons: '导出 admin:finance:export',
  }),
  page('payment', '支付流水', 'PaymentList', 'admin:finance:payment:list', {
    icon: 'money',
    buttons: '重试 retry, 导出 admin:finance:export',
  }),
  page('bill', '对账单', 'BillList', 'admin:finance:bill:list', {
    icon: 'purchase-amount',
    buttons: '下载 download, 对账 check',
  }),
  page('approval', '审批', 'ApprovalList', 'admin:finance:approval:list', {
    icon: 'validCode',
    buttons: '审批 review',
  }),
])

/**
 * The widgets of 首页 are buttons of a hidden page, so that the role screen can grant them. The page itself needs no
 * permission and nothing links to it: staff open the fixed route /dashboard, a reserved segment that no row may use.
 */
export const home = page('home', '首页', 'Home', '', {
  icon: 'index',
  cache: false,
  hidden: true,
  buttons: `经营数据 admin:statistics:home:index, 待办事项 admin:statistics:home:operating:data,
    用户曲线 admin:statistics:home:chart:user, 购买用户统计 admin:statistics:home:chart:user:buy,
    订单统计30天 admin:statistics:home:chart:order, 订单统计周 admin:statistics:home:chart:order:week,
    订单统计月 admin:statistics:home:chart:order:month, 订单统计年 admin:statistics:home:chart:order:year`,
})({ parentCode: null, sort: 0, area: 'dashboard-home', folder: 'dashboard' })

export const statistic = block(
  'statistic',
  '数据',
  { icon: 'chart', sort: 95, area: 'statistic', folder: 'dashboard' },
  [
    page('user', '用户统计', 'UserStatistics', 'admin:statistics:user:overview', {
      buttons: '明细 overview:list, 渠道 channel',
    }),
    page('product', '商品统计', 'ProductStatistics', 'admin:statistics:product:overview'),
    page('trade', '交易统计', 'TradeStatistics', 'admin:statistics:trade:overview'),
  ],
)
