import { type StoreStaffRow, storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { Avatar, Input } from 'antd'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { StoreSelect } from '../components/store-select.tsx'
import { StoreStaffDialog } from '../components/store-staff-dialog.tsx'

const SMALL_FACE = 34

export default function StoreStaffListPage() {
  const list = useList(storeStaff.list)
  const known = list.rows.map(({ store }) => store).filter(unlikeBefore)
  const storeId = Number(list.filters.storeId) || undefined
  return (
    <ListPage
      list={list}
      filters={[
        {
          name: 'keywords',
          label: '关键字',
          control: <Input allowClear maxLength={50} placeholder="请输入店员名称、手机号码" />,
        },
        { name: 'storeId', control: <StoreSelect placeholder="全部" known={known} /> },
        'status',
      ]}
      purpose="店员看到所属门店，有核销权限的可以核销那里的订单"
      columns={[
        { name: 'id', title: 'ID', width: 52 },
        { name: 'avatar', title: '头像', width: 58, render: (row) => <Face of={row} /> },
        { name: 'staffName', title: '店员名称', width: 84 },
        { name: 'user', title: '绑定用户', width: 84, render: ({ user }) => user?.nickname ?? '—' },
        { name: 'admin', title: '后台账号', width: 88, render: ({ admin }) => admin?.username ?? '—' },
        { name: 'phone', title: '手机号码', width: 116, render: ({ phone }) => phone || '—' },
        {
          name: 'store',
          title: '所属门店',
          minWidth: 128,
          render: ({ store }) => <TwoLine top={store.name} />,
          says: ({ store }) => store.name,
        },
        {
          name: 'verifyStatus',
          title: '核销权限',
          width: 88,
          render: (row) => <VerifySwitch of={row} />,
          says: ({ verifyStatus }) => (verifyStatus ? '允许核销' : '禁止核销'),
        },
        {
          name: 'status',
          title: '状态',
          width: 72,
          render: (row) => <WorkSwitch of={row} />,
          says: ({ status }) => (status ? '启用' : '停用'),
        },
        { name: 'verifyCount', title: '30天核销数', width: 88, align: 'right' },
        { name: 'createTime', title: '添加时间', width: 128 },
      ]}
      card={(row) => ({
        picture: <Face of={row} size={52} />,
        title: row.staffName,
        below: <StateTag of="storeStaff" value={row.status ? '启用' : '停用'} />,
        amount: (
          <TwoLine
            top={row.store.name}
            below={[row.admin?.username ?? row.user?.nickname, row.phone].filter(Boolean).join(' · ')}
          />
        ),
        facts: (
          <span>
            30天核销 <b>{row.verifyCount}</b>
          </span>
        ),
        act: (
          <>
            核销 <VerifySwitch of={row} />
          </>
        ),
      })}
      add={storeStaff.save}
      addText="添加店员"
      edit={storeStaff.update}
      remove={storeStaff.remove}
      nameOf={({ staffName }) => staffName}
      removeText="其账号不再看到这家门店，已核销的记录保留。"
      dialog={(row, close) => <StoreStaffDialog row={row} storeId={storeId} known={known} onClose={close} />}
    />
  )
}

function VerifySwitch({ of: { id, version, staffName, verifyStatus } }: { of: StoreStaffRow }) {
  return (
    <StatusSwitch
      name={`「${staffName}」的核销权限`}
      checked={verifyStatus}
      route={storeStaff.allow}
      body={(next) => ({ id, version, verifyStatus: next })}
      texts={['允许核销', '禁止核销']}
      question={(text) => `${text}？店员「${staffName}」下次核销时生效。`}
    />
  )
}

function WorkSwitch({ of: { id, staffName, status } }: { of: StoreStaffRow }) {
  return (
    <StatusSwitch
      name={`店员「${staffName}」`}
      checked={status}
      route={storeStaff.switch}
      body={(next) => ({ id, status: next })}
    />
  )
}

/** Their picture; without one, the first character of their name. */
function Face({ of: { avatar, staffName }, size }: { of: StoreStaffRow; size?: number }) {
  if (!avatar)
    return (
      <Avatar shape="square" size={size ?? SMALL_FACE} aria-hidden>
        {Array.from(staffName)[0]}
      </Avatar>
    )
  return <Picture src={avatar} alt={`「${staffName}」的头像`} {...(size ? { size } : { thumb: true })} />
}

const unlikeBefore = ({ id }: { id: number }, index: number, all: readonly { id: number }[]) =>
  all.findIndex((one) => one.id === id) === index
