import type { Dict } from '@zhanggui/contract/setting/dict.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { Tag } from 'antd'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { DictDetailDialog } from './dict-detail-dialog.tsx'

/** The values of a dictionary. */
export function DictDetailList({ dict }: { dict: Dict }) {
  return (
    <ListPage
      list={useList(dictDetail.list, { name: 'detail', fixed: { dictId: dict.id }, silent: true })}
      purpose="下拉框里的一个选项，如「在职」「离职」"
      title={dict.remark || dict.name}
      columns={[
        {
          name: 'label',
          title: '字典标签',
          render: ({ label, color }) => <Tag color={color || undefined}>{label}</Tag>,
        },
        { name: 'value', title: '字典值' },
        { name: 'sort', title: '排序', width: 80, sorts: true },
        {
          name: 'enabled',
          title: '状态',
          width: 90,
          render: (row) => (
            <StatusSwitch
              name={`字典值「${row.label}」`}
              checked={row.enabled}
              route={dictDetail.update}
              body={(enabled) => ({ ...row, enabled })}
            />
          ),
        },
        { name: 'remark', title: '描述', hidden: true },
        { name: 'createTime', title: '创建时间', hidden: true },
      ]}
      add={dictDetail.save}
      edit={dictDetail.update}
      remove={dictDetail.remove}
      dialog={(row, close) => <DictDetailDialog row={row} dict={dict} onClose={close} />}
    />
  )
}
