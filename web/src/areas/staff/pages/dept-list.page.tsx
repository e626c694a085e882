import { type Dept, dept } from '@zhanggui/contract/staff/dept.ts'
import { useState } from 'react'
import { Can } from '../../../kit/access/can.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { DeptDialog } from '../components/dept/dept-dialog.tsx'

export default function DeptListPage() {
  const [above, setAbove] = useState<Dept>()
  return (
    <>
      <ListPage
        list={useList(dept.list)}
        filters={['name', 'enabled', 'createTime']}
        columns={[
          { name: 'name', title: '部门名称', minWidth: 220 },
          { name: 'sort', title: '排序', width: 100 },
          {
            name: 'enabled',
            title: '状态',
            width: 120,
            render: ({ children: _, ...row }) => (
              <StatusSwitch
                name={`部门「${row.name}」`}
                checked={row.enabled}
                route={dept.update}
                body={(enabled) => ({ ...row, enabled })}
              />
            ),
          },
          { name: 'createTime', title: '创建时间', width: 180, low: true },
        ]}
        purpose="人员按部门分，能看的数据也按部门分"
        add={dept.save}
        edit={dept.update}
        remove={dept.remove}
        exports={dept.download}
        actions={(row) => (
          <Can do={dept.save}>
            <RowAction onClick={() => setAbove(row)}>新增下级</RowAction>
          </Can>
        )}
        dialog={(row, close) => <DeptDialog row={row} onClose={close} />}
      />
      {above && <DeptDialog pid={above.id} onClose={() => setAbove(undefined)} />}
    </>
  )
}
