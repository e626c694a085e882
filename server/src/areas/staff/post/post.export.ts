import { post } from '@zhanggui/contract/staff/post.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import * as posts from './post.repository.ts'

export const postExport = defineExport(post.download, {
  name: '岗位导出',
  list: posts.list,
  columns: [
    { title: '岗位名称', value: ({ name }) => name },
    { title: '所属部门', value: ({ deptName }) => deptName },
    { title: '上级部门', value: ({ deptSuperiorName }) => deptSuperiorName },
    { title: '排序', value: ({ sort }) => sort, width: 8 },
    { title: '状态', value: ({ enabled }) => (enabled ? '启用' : '停用'), width: 8 },
    { title: '创建时间', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
  ],
})
