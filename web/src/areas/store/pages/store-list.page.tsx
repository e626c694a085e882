import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type StoreRow, store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { read } from '../../../api/read.ts'
import { useSession } from '../../../api/session.ts'
import { useWrite } from '../../../api/use-write.ts'
import { canCall, useCan } from '../../../kit/access/can.tsx'
import { TypeNameDialog } from '../../../kit/dialog/type-name-dialog.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { hoursOf, placeOf, StaffCount, staffOf, stateOf, ValidDays } from '../components/store-cells.tsx'
import { StoreDialog } from '../components/store-dialog.tsx'
import { storeTabs, useStoreList } from '../components/use-store-list.ts'

const PAGE_SIZES = [20, 40, 60, 100]
const RECYCLED = 2

export default function StoreListPage() {
  const list = useStoreList()
  const navigate = useNavigate()
  const session = useSession()
  const can = (route: Parameters<typeof canCall>[1]) => canCall(session, route)
  const client = useQueryClient()
  const phone = useIsPhone()
  const [editing, setEditing] = useState<{ row?: StoreRow }>()
  const [removing, setRemoving] = useState<StoreRow>()
  const inBin = list.status === RECYCLED

  // A store in the bin has no staff at work, and none at all once it is deleted.
  const onSuccess = () => client.invalidateQueries({ queryKey: [storeStaff.list.object] })
  const recycle = useWrite(store.recycle, { message: '已移入回收站', onSuccess })
  const recover = useWrite(store.recover, { message: '已恢复，店员需重新启用', onSuccess })
  const remove = useWrite(store.remove, { message: '已彻底删除', onSuccess })

  async function handleRecycle({ id, name, staffNum }: StoreRow) {
    const staff = staffNum ? `，${staffNum}名店员将停用，恢复后需重新启用` : '，可以恢复'
    const content = `把门店「${name}」移入回收站？买家不能再选它自提${staff}。`
    if (await confirm({ content, okText: '移入', cancelText: '不移入' })) recycle.mutate({ query: { id } })
  }

  const shownSwitch = ({ id, name, isShow }: StoreRow) => (
    <StatusSwitch
      name={`门店「${name}」`}
      checked={isShow}
      route={store.show}
      body={(status) => ({ id, status })}
      texts={['显示', '隐藏']}
      fixed={inBin}
    />
  )

  return (
    <>
      <ListPage
        list={list}
        header={<Tabs list={list} />}
        pageSizes={PAGE_SIZES}
        filters={[
          {
            name: 'keywords',
            label: '门店搜索',
            control: <Input allowClear maxLength={50} placeholder="请输入门店名称、电话、地址" />,
          },
        ]}
        empty={inBin ? '回收站里没有门店' : '还没有门店'}
        purpose={inBin ? '放进回收站的门店可以恢复' : '买家下单时选一家门店，到店自提，店员扫码核销'}
        columns={[
          { name: 'id', title: 'ID', width: 52 },
          {
            name: 'image',
            title: '门店图片',
            width: 72,
            render: ({ image, name }) => <Picture src={image} alt={`门店「${name}」的图片`} thumb />,
          },
          {
            name: 'name',
            title: '门店名称',
            minWidth: 170,
            render: ({ name, introduction }) => <TwoLine top={name} below={introduction} />,
            says: ({ name }) => name,
          },
          { name: 'phone', title: '门店电话', width: 120 },
          {
            name: 'address',
            title: '地址',
            minWidth: 190,
            render: (row) => <TwoLine top={placeOf(row)} below={row.detailedAddress} />,
          },
          { name: 'dayTime', title: '营业时间', width: 108, render: hoursOf },
          { name: 'validTime', title: '核销有效期', width: 140, render: (row) => <ValidDays of={row} /> },
          { name: 'staffNum', title: '店员数', width: 66, align: 'right', render: (row) => <StaffCount of={row} /> },
          { name: 'pendingNum', title: '待核销', width: 66, align: 'right' },
          { name: 'isShow', title: '是否显示', width: 84, render: shownSwitch },
          { name: 'sort', title: '排序', width: 64, align: 'right', hidden: true },
          { name: 'createTime', title: '添加时间', width: 128, hidden: true },
        ]}
        card={(row) => ({
          picture: <Picture src={row.image} alt={`门店「${row.name}」的图片`} size={76} />,
          title: row.name,
          below: <StateTag of="store" value={stateOf(row)} />,
          amount: (
            <TwoLine
              top={<a href={`tel:${row.phone}`}>{row.phone}</a>}
              below={`${placeOf(row)} ${row.detailedAddress}`}
            />
          ),
          facts: (
            <>
              <span>{hoursOf(row)}</span>
              <span>
                店员 <b>{row.staffNum}</b>
              </span>
              <span>
                待核销 <b>{row.pendingNum}</b>
              </span>
            </>
          ),
          act: !inBin && shownSwitch(row),
        })}
        add={store.save}
        addText="添加门店"
        open={() => setEditing({})}
        actions={(row) => {
          const edit = !inBin && can(store.update) && { label: '编辑', reads: true, onClick: () => setEditing({ row }) }
          const staff = can(storeStaff.list) && { label: '店员', reads: true, onClick: () => navigate(staffOf(row.id)) }
          const bringBack = inBin &&
            can(store.recover) && { label: '恢复', onClick: () => recover.mutate({ query: { id: row.id } }) }
          const next = bringBack || edit || (!inBin && staff)
          return (
            <>
              {!phone && <NextAct of={[next]} />}
              <MoreActions
                name={row.name}
                of={[
                  ...[bringBack, edit, !inBin && staff].filter((act) => phone || act !== next),
                  !inBin && can(store.recycle) && { label: '删除', danger: true, onClick: () => handleRecycle(row) },
                  inBin && can(store.remove) && { label: '彻底删除', danger: true, onClick: () => setRemoving(row) },
                ]}
              />
            </>
          )
        }}
      />
      {editing && <StoreDialog row={editing.row} onClose={() => setEditing(undefined)} />}
      {removing && (
        <TypeNameDialog
          what="门店"
          name={removing.name}
          consequence="门店和它的店员记录都会删除，不能恢复。"
          onConfirm={() => remove.mutateAsync({ query: { id: removing.id } })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

/** The tabs; those who may count also see how many stores each has. */
function Tabs({ list }: { list: ReturnType<typeof useStoreList> }) {
  const { data } = useQuery({
    ...read(store.count, { query: list.filters, silent: true }),
    enabled: useCan(store.count),
    placeholderData: (before) => before,
  })
  return (
    <StateTabs
      value={list.status}
      onChange={list.openTab}
      tabs={storeTabs.map(({ status, name, count }) => ({ key: status, label: name, count: data?.[count] }))}
    />
  )
}
