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
  { title: '商品编号', text: '包装上的条码，扫码枪扫出来就是它', example: '6901234567892' },
  { title: '商家编码', text: '您自己或 ERP 里的货号，可以用它搜索商品', example: 'TS-2201-红-L' },
  { title: '重量（KG）', text: '单位是千克，运费模板按重量时用；不填按 0 算', example: '250 克填 0.25' },
  { title: '体积(m³)', text: '单位是立方米，运费模板按体积时用；不填按 0 算', example: '20×30×10 厘米的盒子填 0.006' },
] as const satisfies readonly FieldHelp[]

export const commissionHelp = {
  title: '佣金设置',
  text: '默认设置按店铺的返佣比例算；单独设置时，每个规格填卖一件返多少元，两级相加不能超过售价',
  example: '售价 100 元，一级返佣填 5、二级返佣填 2，卖一件共付 7 元佣金',
} as const satisfies FieldHelp

export const freightHelp = {
  appoint: {
    title: '包邮方式',
    text: '全国包邮不收运费；部分包邮只有列出的地区收；自定义是全国都收，再指定哪里满多少包邮',
    example: '只有新疆、西藏收 20 元运费，选部分包邮，列出这两个地区',
  },
  free: {
    title: '包邮件数和包邮金额',
    text: '到这些地区，商品数量或金额达到就不收运费；填 0 表示不看这一项',
    example: '件数 2、金额 99，选满足其一：买 2 件或满 99 元都包邮',
  },
} as const satisfies Record<string, FieldHelp>

const chargeHelp: FieldHelp = {
  title: '首件和续件',
  text: '首件以内收一次运费，超出的部分每满一个续件再收一次续费，不足一个按一个算',
  example: '首件 1、运费 10 元，续件 2、续费 5 元：买 4 件超出 3 件，按 2 个续件收，一共 20 元',
}

export const help: AreaHelp = [
  { link: '/product/create', fields: [...skuHelp, commissionHelp] },
  { link: '/system/logistics/shipping', fields: [chargeHelp, ...Object.values(freightHelp)] },
]
