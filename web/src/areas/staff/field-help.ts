import type { AreaHelp, FieldHelp } from '../../kit/form/field-hint.tsx'

export const roleHelp = {
  level: {
    title: '角色级别',
    text: '数字越小权力越大，只能管理数字比自己大的人',
    example: '店长 2、店员 5，店长能改店员，店员不能改店长',
  },
  permission: {
    title: '角色标识',
    text: '给系统用的英文名，创建后不能修改',
    example: 'shop_assistant',
  },
} as const satisfies Record<string, FieldHelp>

/** What each data scope lets its holder see. */
export const scopeExamples = {
  全部: '店主和店长，看到全店的订单',
  本级: '客服部的主管，看到客服部和下级小组的数据',
  自定义: '选客服部和仓库，看到这两个部门的数据',
  本门店: '人民路店的店员，只看到人民路店的自提订单',
  仅本人: '兼职客服，只看到自己建的数据',
} as const

export const help: AreaHelp = [
  {
    link: '/system/role',
    fields: [
      ...Object.values(roleHelp),
      { title: '数据权限', text: '决定能看到谁的数据；能做什么由权限决定', example: scopeExamples.本门店 },
    ],
  },
]
