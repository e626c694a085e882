import type { AreaHelp, FieldHelp } from '../../kit/form/field-hint.tsx'

export const userImportHelp = [
  {
    title: '导入的手机号',
    text: '按手机号找客户：店里没有的新增，已有的更新；只收中国大陆手机号',
    example: '+86 138-0013-8000 读作 13800138000',
  },
  {
    title: '导入的余额和积分',
    text: '客户从原来的店带来的期初数，每位客户只能导入一次，以后用「积分余额」调整',
    example: '原店余额 120.50 元，填 120.5，导入后余额明细里有一笔「期初余额」',
  },
  {
    title: '导入的等级和成长值',
    text: '成长值就是经验；只填等级时，经验为该等级所需的经验。已有客户只升不降',
    example: '金卡需 5000 经验，只填金卡，导入后经验是 5000',
  },
  {
    title: '导入的推广人手机号',
    text: '上级推广人的手机号，可以是店里的客户，也可以是文件里的客户，先后不限；已有上级的不改',
    example: '张三是李四介绍来的，张三这一行填李四的手机号',
  },
  {
    title: '历史消费和历史单数',
    text: '客户在原来店里的消费，单独显示，不计入本店的消费金额和订单数',
    example: '原店消费 8888 元 12 单，可以按「最低总消费」筛选，两边的消费合起来算',
  },
] as const satisfies readonly FieldHelp[]

/** Found by the search, which leads to the page of each form. */
export const help: AreaHelp = [{ link: '/member/import', fields: userImportHelp }]
