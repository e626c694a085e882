import { block, directory, page } from './menu-seed.ts'

export const product = block(
  'product',
  '商品',
  { icon: 'goods', sort: 10, area: 'product', folder: 'product', prefix: 'admin:product:' },
  [
    page('list', '商品管理', 'ProductList', 'admin:product:list', {
      icon: 'shopping',
      buttons: `详情 info, 新增 save, 编辑 update, 上架 up, 下架 down, 删除 delete, 恢复 restore, 表头数量 tabs:headers,
        按ID查询 listbyids, 快捷加库存 quick:stock:add, 批量操作 batch, 查看成本 cost:view, 价格记录 price:history,
        采集 copy:product, 采集配置 copy:config, 导入 import:product, 导出 admin:export:excel:product`,
    }),
    page('create', '添加商品', 'ProductCreate', 'admin:product:save', {
      form: true,
      under: '/product/list',
      component: 'product-edit',
    }),
    page('edit/:id', '编辑商品', 'ProductEdit', 'admin:product:update', { form: true, under: '/product/list' }),
    page('grid', '快速编辑', 'ProductGrid', 'admin:product:batch', { form: true, under: '/product/list' }),
    page('category', '商品分类', 'CategoryList', 'admin:category:list', {
      icon: 'tree',
      buttons: `树 admin:category:list:tree, 按ID admin:category:list:ids, 详情 admin:category:info,
        新增 admin:category:save, 编辑 admin:category:update, 状态 admin:category:update:status,
        删除 admin:category:delete`,
    }),
    page('rule', '商品规格', 'ProductRuleList', 'admin:product:rule:list', {
      icon: 'tree-table',
      buttons: '详情 rule:info, 新增 rule:save, 编辑 rule:update, 删除 rule:delete',
    }),
    page('reply', '商品评论', 'ProductReplyList', 'admin:product:reply:list', {
      icon: 'comment',
      buttons: '详情 reply:info, 新增 reply:save, 编辑 reply:update, 回复 reply:comment, 删除 reply:delete',
    }),
    page('stock', '库存流水', 'StockLogList', 'admin:product:stock:list', {
      icon: 'list',
      buttons: '调整库存 stock:adjust, 导出 stock:export',
    }),
    page('import', '商品导入', 'ProductImport', 'admin:product:import:excel', {
      form: true,
      icon: 'add',
      cache: false,
      buttons: '撤销 undo',
    }),
    page('brand', '品牌管理', 'BrandList', 'admin:product:brand:list', {
      icon: 'icon',
      buttons: '详情 brand:info, 新增 brand:save, 编辑 brand:update, 删除 brand:delete',
    }),
    page('label', '商品标签', 'LabelList', 'admin:product:label:list', {
      icon: 'tab',
      buttons: '详情 label:info, 新增 label:save, 编辑 label:update, 删除 label:delete',
    }),
    page('param', '参数模板', 'ParamList', 'admin:product:param:list', {
      icon: 'list',
      buttons: '详情 param:info, 新增 param:save, 编辑 param:update, 删除 param:delete',
    }),
    directory('component', '交易组件', 'wxapp', { prefix: 'admin:pay:component:' }, [
      page('list', '小店商品', 'ComponentProductList', 'admin:pay:component:product:list', {
        icon: 'goods',
        buttons: `上架 product:listing, 下架 product:delisting, 删除 product:delete, 新增 product:add,
          编辑 product:update, 类目 cat:list, 传图 shop:img:upload`,
      }),
      page('draft', '小店草稿', 'ComponentDraftList', 'admin:pay:component:product:draft:list', {
        icon: 'edit',
        buttons: '详情 product:draft:get',
      }),
      page('create', '添加小店商品', 'ComponentProductCreate', 'admin:pay:component:product:add', {
        form: true,
        under: '/product/component/draft',
        component: 'component-product-edit',
      }),
      page('edit/:id', '编辑小店商品', 'ComponentProductEdit', 'admin:pay:component:product:update', {
        form: true,
        under: '/product/component/draft',
        buttons: '详情 product:info',
      }),
    ]),
  ],
)

export const order = block(
  'order',
  '订单',
  { icon: 'order', sort: 20, area: 'order', folder: 'order', prefix: 'admin:order:' },
  [
    page('list', '订单管理', 'OrderList', 'admin:order:list', {
      icon: 'order',
      buttons: `详情 info, 状态数量 status:num, 统计 list:data, 流水 status:list, 发货 send, 面单 sheet:info,
        改价 update:price, 备注 mark, 退款 refund, 拒绝退款 refund:refuse, 物流 logistics:info,
        改运单号 tracking:number:update, 删除 delete, 关闭 close, 修改地址 update:address, 确认线下收款 paid:offline,
        挂起 hold, 标签 tag, 动态 comment, 改单 edit, 高额折扣 create:discount, 打印 admin:yly:print,
        导出 admin:export:excel:order, 订单推送 pull, 共享视图 admin:common:view:share`,
    }),
    page('draft', '代客下单', 'OrderDraftList', 'admin:order:create', { form: true, icon: 'edit' }),
    page('detail/:id', '订单详情', 'OrderDetail', 'admin:order:info', { under: '/order/list' }),
    page('refund', '售后退款', 'RefundList', 'admin:order:refund:list', {
      icon: 'money',
      buttons: '详情 refund:info, 同意 refund, 拒绝 refund:refuse, 收到退货 refund:receive, 代客申请 refund:apply',
    }),
    page('shipment', '批量发货', 'OrderShipment', 'admin:order:send', {
      form: true,
      icon: 'express',
      buttons: '导入单号 send:import',
    }),
    page('invoice', '发票', 'InvoiceList', 'admin:order:invoice:list', {
      icon: 'list',
      buttons: '开票 admin:order:invoice:issue, 导出 admin:export:excel:invoice',
    }),
    page('statistics', '订单统计', 'OrderStatistics', 'admin:order:statistics', {
      icon: 'chart',
      buttons: '月数据 statistics:data, 明细 time',
    }),
  ],
)

export const store = block(
  'store',
  '门店',
  { icon: 'store', sort: 30, area: 'store', folder: 'store', prefix: 'admin:system:' },
  [
    page('list', '门店管理', 'StoreList', 'admin:system:store:list', {
      icon: 'store',
      buttons: `数量 store:count, 详情 store:info, 新增 store:save, 编辑 store:update, 状态 store:update:status,
        删除 store:delete, 恢复 store:recovery, 彻底删除 store:completely:delete`,
    }),
    page('staff', '店员管理', 'StoreStaffList', 'admin:system:staff:list', {
      icon: 'peoples',
      buttons: '详情 staff:info, 新增 staff:save, 编辑 staff:update, 状态 staff:update:status, 删除 staff:delete',
    }),
    page('order', '核销订单', 'StoreOrderList', 'admin:system:order:list', {
      icon: 'list',
      buttons: '导出 order:export',
    }),
    page('verify', '核销台', 'VerifyDesk', 'admin:order:write:confirm', {
      icon: 'validCode',
      cache: false,
      buttons: '核销 admin:order:write:update, 强制核销 admin:order:write:force',
    }),
  ],
)
