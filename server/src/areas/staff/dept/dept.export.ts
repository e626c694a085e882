import { type Dept, dept } from '@zhanggui/contract/staff/dept.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import { listDepts } from './dept.service.ts'

/** The tree as rows, each with the names of its ancestors. */
export const deptExport = defineExport(dept.download, {
  name: '部门导出',
  list: async (ctx, { ids, ...query }, { offset, limit }) => {
    const all = (await listDepts(ctx, query)).flatMap((each) => toLines(each, ''))
    const rows = ids ? all.filter(({ id }) => ids.includes(id)) : all
    return { rows: rows.slice(offset, offset + limit), total: rows.length }
  },
  columns: [
    { title: '部门名称', of: 'name', value: ({ path }) => path, width: 50 },
    { title: '排序', of: 'sort', value: ({ sort }) => sort, width: 8 },
    { title: '状态', of: 'enabled', value: ({ enabled }) => (enabled ? '启用' : '停用'), width: 8 },
    { title: '创建时间', of: 'createTime', value: ({ createTime }) => createTime, width: 20 },
  ],
})

function toLines({ children = [], ...row }: Dept, above: string): (Omit<Dept, 'children'> & { path: string })[] {
  const path = above ? `${above} / ${row.name}` : row.name
  return [{ ...row, path }, ...children.flatMap((child) => toLines(child, path))]
}
