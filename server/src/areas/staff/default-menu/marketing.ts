import { block, directory, page } from './menu-seed.ts'

const couponPages = [
  page('list', '优惠券列表', 'CouponList', 'admin:coupon:list', {
    icon: 'coupon',
    buttons: `详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete, 可发列表 send:list, 发放 user:receive,
      兑换码 admin:coupon:code:list, 生成兑换码 admin:coupon:code:save`,
  }),
  page('create/:id?', '添加优惠券', 'CouponEdit', 'admin:coupon:save', { form: true, under: '/marketing/coupon/list' }),
  page('record', '领取记录', 'CouponRecordList', 'admin:coupon:user:list', {
    icon: 'log',
    buttons: '作废 revoke, 导出 export',
  }),
]

const seckillPages = [
  page('config', '秒杀配置', 'SeckillSlotList', 'admin:seckill:manger:list', {
    icon: 'configure',
    buttons: '详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete',
  }),
  page('list/:timeId?', '秒杀商品', 'SeckillList', 'admin:seckill:list', {
    icon: 'seckill',
    buttons: '详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete, 导出 admin:export:excel:seckill',
  }),
  page('edit/:id?', '编辑秒杀商品', 'SeckillEdit', 'admin:seckill:save,admin:seckill:update', {
    form: true,
    under: '/marketing/seckill/list',
  }),
]

const bargainPages = [
  page('goods', '砍价商品', 'BargainList', 'admin:bargain:list', {
    icon: 'bargain',
    buttons: '详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete, 导出 admin:export:excel:bargain',
  }),
  page('edit/:id?', '编辑砍价商品', 'BargainEdit', 'admin:bargain:save,admin:bargain:update', {
    form: true,
    under: '/marketing/bargain/goods',
  }),
  page('list', '砍价列表', 'BargainRecordList', 'admin:bargain:user:list', {
    icon: 'list',
    buttons: '帮砍详情 help:list',
  }),
  page('session/:id', '砍价详情', 'BargainRecordDetail', 'admin:bargain:user:list', {
    under: '/marketing/bargain/list',
  }),
]

const combinationPages = [
  page('goods', '拼团商品', 'CombinationList', 'admin:combination:list', {
    icon: 'pt',
    buttons: '详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete, 导出 admin:export:excel:combiantion',
  }),
  page('edit/:id?', '编辑拼团商品', 'CombinationEdit', 'admin:combination:save,admin:combination:update', {
    form: true,
    under: '/marketing/combination/goods',
  }),
  page('list', '拼团列表', 'CombinationTeamList', 'admin:combination:combine:list', {
    icon: 'list',
    buttons: `统计 admin:combination:statistics, 团员 admin:combination:order:pink,
      提前成团 admin:combination:pink:finish`,
  }),
  page('team/:id', '团详情', 'CombinationTeamDetail', 'admin:combination:combine:list', {
    under: '/marketing/combination/list',
  }),
]

const pointsPages = [
  page('config', '积分配置', 'PointsConfig', 'admin:marketing:integral:config', {
    icon: 'configure',
    cache: false,
    buttons: '保存 save',
  }),
  page('log', '积分日志', 'PointsLogList', 'admin:user:integral:list', { icon: 'log', buttons: '导出 export' }),
  page('sign', '签到配置', 'SignConfig', 'admin:marketing:sign:list', { icon: 'sign2', buttons: '保存 save' }),
]

const stylePages = [
  page('atmosphere', '活动氛围', 'ActivityAtmosphere', 'admin:activitystyle:list', {
    icon: 'image',
    component: 'activity-style-list',
    buttons: '新增 save, 编辑 edite, 状态 updatestatus, 删除 delete',
  }),
  page('border', '活动边框', 'ActivityBorder', 'admin:activitystyle:list', {
    icon: 'image',
    component: 'activity-style-list',
  }),
  page('edit/:type/:id?', '编辑活动样式', 'ActivityStyleEdit', 'admin:activitystyle:save,admin:activitystyle:edite', {
    form: true,
    under: '/marketing/style/atmosphere',
  }),
]

export const marketing = block(
  'marketing',
  '营销',
  { icon: 'yingxiao', sort: 50, area: 'marketing', folder: 'promotion' },
  [
    directory('coupon', '优惠券', 'coupon', { folder: 'coupon' }, couponPages),
    directory('seckill', '秒杀', 'seckill', { folder: 'seckill' }, seckillPages),
    directory('bargain', '砍价', 'bargain', { folder: 'bargain' }, bargainPages),
    directory('combination', '拼团', 'pt', { folder: 'combination' }, combinationPages),
    directory('integral', '积分', 'points', { folder: 'points' }, pointsPages),
    directory('style', '活动样式', 'theme', { folder: 'decor' }, stylePages),
    page('calendar', '活动日历', 'ActivityCalendar', 'admin:marketing:calendar', { icon: 'date' }),
    page('simulate', '价格试算', 'PriceSimulator', 'admin:marketing:simulate', { icon: 'price' }),
    page('report', '活动效果', 'ActivityReport', 'admin:marketing:report', {
      icon: 'chart',
      buttons: '导出 admin:marketing:report:export',
    }),
  ],
)

export const distribution = block(
  'distribution',
  '分销',
  { icon: 'fenxiao', sort: 60, area: 'distribution', folder: 'distribution' },
  [
    page('list', '分销员管理', 'DistributionList', 'admin:retail:list', {
      icon: 'peoples',
      buttons: `推广人 spread:list, 推广订单 spread:order:list, 清除上级 spread:clean, 统计 statistics,
        推广资格 promoter, 调整佣金 brokerage:adjust`,
    }),
    page('promoter/:id', '分销员', 'PromoterDetail', 'admin:retail:list', { under: '/distribution/list' }),
    page('config', '分销配置', 'DistributionConfig', 'admin:retail:spread:manage:get', {
      icon: 'configure',
      cache: false,
      buttons: '保存 set',
    }),
  ],
)

export const live = block('live', '直播', { icon: 'live', sort: 70, area: 'live', folder: 'live' }, [
  page('room', '直播间', 'LiveRoomList', 'admin:live:room:list', {
    buttons: '新增 save, 编辑 update, 删除 delete, 同步 sync, 直播间商品 goods',
  }),
  page('goods', '直播商品', 'LiveGoodsList', 'admin:live:goods:list', {
    buttons: '新增 save, 编辑 update, 删除 delete, 提交审核 audit, 撤回与同步 reset',
  }),
  page('anchor', '主播', 'LiveAnchorList', 'admin:live:anchor:list', {
    buttons: '新增 save, 编辑 update, 删除 delete',
  }),
])
