import { post } from '@zhanggui/contract/staff/post.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import * as posts from './post.repository.ts'

export const postExport = defineExport(post.download, {
  name: '岗位导出',
  list: posts.list,
  columns: [
    { title: '岗位名称', of: 'name', value: ({ name }) => name },
    { title: '所属部门', of: 'dept', value: ({ deptName }) => deptName },
    { title: '上级部门', of: 'deptSuperiorName', value: ({ deptSuperiorName }) => deptSuperiorName },
    { title: '排序', of: 'sort', value: ({ sort }) => sort, width: 8 },
    { title: '状态', of: 'enabled', value: ({ enabled }) => (enabled ? '启用' : '停用'), width: 8 },
    { title: '创建时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
  ],
})
