import { type Anchor, AnchorDraft, liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { Input, Select, Switch } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { Picture } from '../../../kit/media/picture.tsx'

const IN_USE = [
  { value: true, label: '启用' },
  { value: false, label: '停用' },
]

/** 主播: people who fill in the form of rooms. */
export default function LiveAnchorListPage() {
  return (
    <ListPage
      list={useList(liveAnchor.list)}
      purpose="常用的主播存在这里，建直播间时直接选"
      filters={[
        {
          name: 'keywords',
          label: '主播',
          control: <Input allowClear maxLength={30} placeholder="昵称、微信号、手机号、备注" />,
        },
        { name: 'isShow', label: '状态', control: <Select allowClear placeholder="全部" options={IN_USE} /> },
      ]}
      columns={[
        {
          name: 'avatar',
          card: 'picture',
          title: '头像',
          width: 72,
          align: 'center',
          render: ({ name, avatar }) => avatar && <Picture src={avatar} alt={`${name}的头像`} />,
        },
        { name: 'name', title: '昵称', minWidth: 120, card: 'title' },
        { name: 'wechat', title: '微信号', width: 160 },
        { name: 'phone', title: '手机号', width: 124, render: ({ phone }) => phone || '—' },
        { name: 'remark', title: '备注', minWidth: 140, render: ({ remark }) => remark || '—' },
        { name: 'roomCount', title: '房间数', width: 80, align: 'end' },
        {
          name: 'isShow',
          title: '状态',
          width: 88,
          render: ({ id, version, name, wechat, isShow }) => (
            <StatusSwitch
              name={`主播「${name}」`}
              checked={isShow}
              route={liveAnchor.update}
              body={(next) => ({ id, version, name, wechat, isShow: next })}
            />
          ),
          says: ({ isShow }) => (isShow ? '启用' : '停用'),
        },
      ]}
      add={liveAnchor.save}
      addText="添加主播"
      edit={liveAnchor.update}
      remove={liveAnchor.remove}
      dialog={(row, close) => <AnchorDialog row={row} onClose={close} />}
    />
  )
}

function AnchorDialog({ row, onClose }: { row?: Anchor | undefined; onClose: () => void }) {
  return (
    <FormDialog
      name="主播"
      add={liveAnchor.save}
      edit={liveAnchor.update}
      row={row}
      initial={{ isShow: true }}
      toBody={(typed) => ({ ...typed, avatar: typed.avatar ?? '', remark: typed.remark ?? '' })}
      onClose={onClose}
    >
      <Field of={AnchorDraft} name="name" extra="2～15 个汉字" />
      <Field of={AnchorDraft} name="wechat" extra="开播要用这个微信号，微信会要求本人实名认证" />
      <Field of={AnchorDraft} name="phone" />
      <Field of={AnchorDraft} name="avatar">
        <MaterialPicker size={88} />
      </Field>
      <Field of={AnchorDraft} name="remark" />
      <Field of={AnchorDraft} name="isShow" extra="停用后建直播间时不能选">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
    </FormDialog>
  )
}
