import { type Tag, TagDraft, userTag } from '@zhanggui/contract/user/user-tag.ts'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MemberCount } from '../components/member-count.tsx'
import { SegmentList } from '../components/segment-list.tsx'

export default function UserTagListPage() {
  const [tab, setTab] = useState('tags')
  const tabs = (
    <StateTabs
      tabs={[
        { key: 'tags', label: '用户标签' },
        { key: 'segments', label: '智能分群' },
      ]}
      value={tab}
      onChange={setTab}
    />
  )
  return tab === 'tags' ? <TagList header={tabs} /> : <SegmentList header={tabs} />
}

function TagList({ header }: { header: ReactNode }) {
  return (
    <ListPage
      list={useList(userTag.list)}
      header={header}
      purpose="给用户做记号，如爱喝茶、老客户，一位用户可以有多个标签"
      filters={[{ name: 'keywords', label: '标签名称' }]}
      columns={[
        { name: 'id', title: 'ID', width: 80 },
        { name: 'name', title: '标签名称', minWidth: 200 },
        {
          name: 'userCount',
          title: '用户数',
          width: 100,
          align: 'right',
          render: ({ id, name, userCount }) => (
            <MemberCount count={userCount} of={`标签「${name}」`} filter={`tagIds=${id}`} />
          ),
        },
        { name: 'createTime', title: '创建时间', width: 140 },
      ]}
      add={userTag.save}
      addText="添加标签"
      edit={userTag.update}
      remove={userTag.remove}
      removeText="会从所有用户身上去掉。"
      dialog={(row, close) => <TagDialog row={row} onClose={close} />}
    />
  )
}

function TagDialog({ row, onClose }: { row: Tag | undefined; onClose: () => void }) {
  return (
    <FormDialog name="标签" width={480} add={userTag.save} edit={userTag.update} row={row} onClose={onClose}>
      <Field of={TagDraft} name="name" />
    </FormDialog>
  )
}
