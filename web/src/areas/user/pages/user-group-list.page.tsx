import { type Group, GroupDraft, userGroup } from '@zhanggui/contract/user/user-group.ts'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MemberCount } from '../components/member-count.tsx'

export default function UserGroupListPage() {
  return (
    <ListPage
      list={useList(userGroup.list)}
      purpose="把用户分成几组，如批发、零售，每位用户属于一组，便于筛选和发券"
      filters={[{ name: 'keywords', label: '分组名称' }]}
      columns={[
        { name: 'id', title: 'ID', width: 80 },
        { name: 'groupName', title: '分组名称', minWidth: 200 },
        {
          name: 'userCount',
          title: '用户数',
          width: 100,
          align: 'right',
          render: ({ id, groupName, userCount }) => (
            <MemberCount count={userCount} of={`分组「${groupName}」`} filter={`groupId=${id}`} />
          ),
        },
        { name: 'createTime', title: '创建时间', width: 140 },
      ]}
      add={userGroup.save}
      addText="添加分组"
      edit={userGroup.update}
      remove={userGroup.remove}
      removeText="其中的用户将不属于任何分组。"
      dialog={(row, close) => <GroupDialog row={row} onClose={close} />}
    />
  )
}

function GroupDialog({ row, onClose }: { row: Group | undefined; onClose: () => void }) {
  return (
    <FormDialog name="分组" width={480} add={userGroup.save} edit={userGroup.update} row={row} onClose={onClose}>
      <Field of={GroupDraft} name="groupName" />
    </FormDialog>
  )
}
