import type { AreaHelp, FieldHelp } from '../../kit/form/field-hint.tsx'

export const skuHelp = [
  {
    title: '规格',
    text: '买家要选的每一项写成一个规格',
    example: '颜色 2 个、尺码 3 个，表格里就有 6 行，每行各有价格和库存',
  },
  { title: '售价', text: '买家看到并付的价格，单位是元', example: '59.9' },
  {
    title: '成本价',
    text: '进货的价格，只有员工看得到，用来算利润',
    example: '售价 59.9，成本价 32，卖一件毛利 27.9 元',
  },
  { title: '原价', text: '划线价，放在售价旁边对比，不影响付款', example: '原价 79、售价 59.9，买家看到 79 被划掉' },
  {
    title: '会员价',
    text: '有等级的会员按它付，不再打等级折扣；不填就按等级折扣算',
    example: '售价 100、会员价 85，金卡 9 折也付 85；不填付 90',
  },
  { title: '商品编号', text: '包装上的条码，扫码枪扫出来就是它', example: '6901234567892' },
  { title: '商家编码', text: '您自己或 ERP 里的货号，可以用它搜索商品', example: 'TS-2201-红-L' },
  { title: '重量（KG）', text: '单位是千克，运费模板按重量时用；不填按 0 算', example: '250 克填 0.25' },
  { title: '体积(m³)', text: '单位是立方米，运费模板按体积时用；不填按 0 算', example: '20×30×10 厘米的盒子填 0.006' },
  {
    title: '规格的库存预警',
    text: '这个规格的库存不大于它时列入警戒库存；不填按「其他设置」里商品的库存预警',
    example: '卖得快的 L 码填 50，其余不填',
  },
] as const satisfies readonly FieldHelp[]

export const commissionHelp = {
  title: '佣金设置',
  text: '默认设置按店铺的返佣比例算；单独设置时，每个规格填卖一件返多少元，两级相加不能超过售价',
  example: '售价 100 元，一级返佣填 5、二级返佣填 2，卖一件共付 7 元佣金',
} as const satisfies FieldHelp

export const extrasHelp = {
  giveIntegral: {
    title: '赠送积分',
    text: '买一件另外赠送的积分，加在按付款金额赠送的积分上',
    example: '填 50，买 2 件多得 100 积分',
  },
  alertStock: {
    title: '库存预警',
    text: '任一规格的库存不大于它时列入警戒库存；不填按商城设置的警戒库存',
    example: '每天卖 10 件、进货要 3 天，填 30',
  },
} as const satisfies Record<string, FieldHelp>

export const importHelp = [
  {
    title: '商品编码',
    text: '编码相同的行是一件商品的多个规格；不填时，商品名称相同的相邻行是一件',
    example: 'T 恤 6 个规格占 6 行，编码都填 TX01',
  },
  {
    title: '商品分类',
    text: '各级之间用 / 隔开，多个分类用 ; 隔开；店里没有的会新建',
    example: '服饰/T恤;新品',
  },
  {
    title: '规格名称和规格值',
    text: '名称在商品的每一行都一样，值各行不同；没有规格就都不填',
    example: '规格1名称「颜色」，规格1值「红」；规格2名称「尺码」，规格2值「L」',
  },
  {
    title: '运费模板',
    text: '店里已有的模板的名称，新商品必填',
    example: '全国包邮',
  },
  {
    title: '封面图和轮播图',
    text: '图片的网址，多张用 ; 隔开；导入后在后台存进素材库',
    example: 'https://example.com/1.jpg;https://example.com/2.jpg',
  },
  {
    title: '空单元格和 <清空>',
    text: '更新已有商品时，空的单元格不改原来的内容；要清空就写 <清空>',
    example: '原价不想再显示，在原价里写 <清空>',
  },
] as const satisfies readonly FieldHelp[]

export const freightHelp = {
  appoint: {
    title: '包邮方式',
    text: '全国包邮不收运费；部分包邮只有列出的地区收；自定义是全国都收，再指定哪里满多少包邮',
    example: '只有新疆、西藏收 20 元运费，选部分包邮，列出这两个地区',
  },
  charge: {
    title: '首件和续件',
    text: '首件以内收一次运费，超出的部分每满一个续件再收一次续费，不足一个按一个算',
    example: '首件 1、运费 10 元，续件 2、续费 5 元：买 4 件超出 3 件，按 2 个续件收，一共 20 元',
  },
  free: {
    title: '包邮件数和包邮金额',
    text: '到这些地区，商品数量或金额达到就不收运费；填 0 表示不看这一项',
    example: '件数 2、金额 99，选满足其一：买 2 件或满 99 元都包邮',
  },
} as const satisfies Record<string, FieldHelp>

export const help: AreaHelp = [
  { link: '/product/create', fields: [...skuHelp, commissionHelp, ...Object.values(extrasHelp)] },
  { link: '/product/import', fields: importHelp },
  { link: '/system/logistics/shipping', fields: Object.values(freightHelp) },
]
