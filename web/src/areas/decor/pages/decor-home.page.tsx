import { type GroupItem, GroupItemForm, groupData } from '@zhanggui/contract/decor/fixed-layout.ts'
import { fixedGroupNames, fixedGroups } from '@zhanggui/domain/decor/fixed-layout.ts'
import { describeLink } from '@zhanggui/page-kit/links/link-words.ts'
import { Select, Switch } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { LinkField } from '../components/panel/link-field.tsx'

const groups = fixedGroupNames.map((value) => ({ value, label: fixedGroups[value].title }))

/** 首页配置: the items of the fixed layout one by one, and the posters of promoters. */
export default function DecorHomePage() {
  return (
    <ListPage
      list={useList(groupData.list)}
      purpose="首页、个人中心和推广海报的每一条内容，一条一条地改"
      filters={[{ name: 'group', label: '分组', control: <Select allowClear placeholder="全部" options={groups} /> }]}
      columns={[
        { name: 'group', title: '分组', width: 140, render: ({ group }) => fixedGroups[group].title },
        {
          name: 'pic',
          card: 'picture',
          title: '图片',
          width: 80,
          align: 'center',
          render: ({ name, pic }) => pic && <Picture src={pic} alt={`${name}的图片`} />,
        },
        { name: 'name', title: '名称', minWidth: 140, card: 'title' },
        { name: 'info', title: '说明', minWidth: 140 },
        { name: 'url', title: '链接', minWidth: 160, render: ({ url }) => describeLink(url, () => undefined) || '—' },
        { name: 'sort', title: '排序', width: 80 },
        { name: 'show', title: '显示', width: 80, render: ({ show }) => (show ? '显示' : '隐藏') },
        { name: 'updateTime', title: '更新时间', width: 170 },
      ]}
      add={groupData.save}
      addText="添加配置"
      edit={groupData.update}
      remove={groupData.remove}
      dialog={(row, close) => <ItemDialog row={row} onClose={close} />}
    />
  )
}

function ItemDialog({ row, onClose }: { row?: GroupItem; onClose: () => void }) {
  return (
    <FormDialog
      name="配置"
      add={groupData.save}
      edit={groupData.update}
      row={row}
      initial={{ group: 'spread_banner', sort: 0, show: true }}
      toBody={({ group, ...typed }) => ({
        ...(!row && { group }),
        ...typed,
        pic: typed.pic ?? '',
        url: typed.url ?? '',
        info: typed.info ?? '',
      })}
      onClose={onClose}
    >
      <Field of={GroupItemForm} name="group">
        <Select options={groups} disabled={row !== undefined} />
      </Field>
      <Field of={GroupItemForm} name="name" />
      <Field of={GroupItemForm} name="pic">
        <MaterialPicker size={88} />
      </Field>
      <Field of={GroupItemForm} name="url">
        <Link />
      </Field>
      <Field of={GroupItemForm} name="info" />
      <Field of={GroupItemForm} name="sort" extra="数字越小越靠前" />
      <Field of={GroupItemForm} name="show">
        <Switch checkedChildren="显示" unCheckedChildren="隐藏" />
      </Field>
    </FormDialog>
  )
}

/** The link of a form's field. */
function Link({ id = 'url', value = '', onChange }: { id?: string; value?: string; onChange?: (url: string) => void }) {
  return <LinkField id={id} title="链接" value={value} disabled={false} onChange={(url) => onChange?.(url)} />
}
