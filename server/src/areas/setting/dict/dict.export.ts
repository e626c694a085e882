import { dict } from '@zhanggui/contract/setting/dict.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import * as dicts from './dict.repository.ts'

export const dictExport = defineExport(dict.download, {
  name: '字典导出',
  list: dicts.list,
  columns: [
    { title: '字典名称', of: 'name', value: ({ name }) => name, width: 24 },
    { title: '描述', of: 'remark', value: ({ remark }) => remark, width: 30 },
    { title: '系统内置', of: 'name', value: ({ builtin }) => (builtin ? '是' : '否'), width: 10 },
    { title: '创建时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
  ],
})
