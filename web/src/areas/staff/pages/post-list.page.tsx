import { post } from '@zhanggui/contract/staff/post.ts'
import { DeptTreeSelect } from '../../../kit/form/dept-tree-select.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { PostDialog } from '../components/post/post-dialog.tsx'

export default function PostListPage() {
  return (
    <ListPage
      list={useList(post.list)}
      filters={['name', { name: 'deptId', label: '所属部门', control: <DeptTreeSelect /> }, 'enabled', 'createTime']}
      columns={[
        { name: 'name', title: '岗位名称' },
        { name: 'dept', title: '所属部门', render: ({ dept }) => dept.name },
        { name: 'deptSuperiorName', title: '上级部门', hidden: true },
        { name: 'sort', title: '排序', width: 80 },
        {
          name: 'enabled',
          title: '状态',
          width: 100,
          render: (row) => (
            <StatusSwitch
              name={`岗位「${row.name}」`}
              checked={row.enabled}
              route={post.update}
              body={(enabled) => ({ ...row, enabled })}
            />
          ),
        },
        { name: 'createTime', title: '创建时间', width: 180, low: true },
      ]}
      purpose="人员的职务，如店长、客服"
      add={post.save}
      edit={post.update}
      remove={post.remove}
      exports={post.download}
      dialog={(row, close) => <PostDialog row={row} onClose={close} />}
    />
  )
}
