import { type Dict, dict } from '@zhanggui/contract/setting/dict.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { DictDetailList } from '../components/dict-detail-list.tsx'
import { DictDialog } from '../components/dict-dialog.tsx'
import styles from './dict-list.module.css'

export default function DictListPage() {
  const list = useList(dict.list)
  const [chosenId, setChosenId] = useState<number>()
  const chosen: Dict | undefined = list.rows.find(({ id }) => id === chosenId) ?? list.rows[0]
  return (
    <div className={styles.halves}>
      <ListPage
        list={list}
        filters={['blurry', 'createTime']}
        columns={[
          {
            name: 'name',
            title: '字典名称',
            sorts: true,
            render: ({ id, name, builtin }) => (
              <>
                <Button type="link" size="small" className={styles.name} onClick={() => setChosenId(id)}>
                  {name}
                </Button>
                {builtin && <Tag>内置</Tag>}
              </>
            ),
          },
          { name: 'remark', title: '描述' },
          { name: 'createTime', title: '创建时间', width: 180, hidden: true },
        ]}
        purpose="各处下拉框里的选项"
        add={dict.save}
        edit={dict.update}
        remove={dict.remove}
        exports={dict.download}
        mayRemove={({ builtin }) => !builtin}
        dialog={(row, close) => <DictDialog row={row} onClose={close} />}
        look={({ id }) => setChosenId(id)}
        chosenId={chosen?.id}
      />
      {chosen && <DictDetailList key={chosen.id} dict={chosen} />}
    </div>
  )
}
