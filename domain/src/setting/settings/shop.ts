import { bool, decimal, image, int, select, text, textarea } from './field.ts'

export const shop = {
  store_stock: int('警戒库存', { default: 20, max: 9999, unit: '件', help: '库存不高于此数的商品列入警戒库存' }),
  order_cancel_time: decimal('普通商品未支付取消订单时间', { default: 1, min: 0.1, max: 720, unit: '小时' }),
  order_activity_time: decimal('活动商品未支付取消订单时间', { default: 1, min: 0.1, max: 72, unit: '小时' }),
  auto_take_delivery_day: int('自动收货时间', { default: 7, min: 1, max: 90, unit: '天' }),
  order_after_sale_days: int('收货后可申请售后时间', { default: 7, max: 90, unit: '天' }),
  auto_reply_days: int('自动好评时间', { default: 15, max: 90, unit: '天', help: '0 表示不自动好评' }),
  stor_reason: textarea('退款理由', {
    default: '收货地址填错了\n与描述不符\n信息填错了，重新拍\n收到商品损坏了\n未按预定时间发货\n其它原因',
    help: '一行一个',
  }),
  store_self_mention: bool('到店自提', { default: true }),
  seo_title: text('分享标题', { max: 60 }),
  mobile_top_logo: image('移动端顶部图标'),
  mobile_login_logo: image('移动端登录图标'),
  news_slides_limit: int('文章轮播图数量', { default: 2, max: 10, unit: '张' }),
  category_max_level_product: int('商品分类最多级数', {
    default: 3,
    min: 1,
    max: 3,
    unit: '级',
    help: '已有的分类不受影响',
  }),
  product_edit_requires_off_shelf: bool('商品下架后才能修改'),
  product_allow_zero_price: bool('允许售价为0的商品上架'),
  product_unique_barcode: bool('商品编号不能重复', { help: '保存商品时检查在用规格的商品编号' }),
  product_recycle_keep_days: int('回收站商品保留时间', {
    default: 0,
    max: 3650,
    unit: '天',
    help: '到期后彻底删除，0 表示一直保留',
  }),
  reply_audit_mode: select('商品评论审核', [
    [0, '不审核'],
    [1, '审核后显示'],
  ]),
  reply_virtual_enabled: bool('允许添加虚拟评论', { default: true }),
  reply_virtual_counts: bool('虚拟评论计入评分和评论数'),
}
