import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { shopUser, type UserFilter, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { sexLabels, userTypeLabels } from '@zhanggui/domain/user/user-type.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kit/access/can.tsx'
import { SendDialog } from '../../../kit/coupon/send-dialog.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { go } from '../../../kit/page/go.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { UserPanel } from '../components/detail/user-panel.tsx'
import { DisableDialog, GroupDialog, TagDialog, UserAddDialog } from '../components/dialogs/user-dialogs.tsx'
import { SegmentDialog } from '../components/list/segment-dialog.tsx'
import { filtersOfUsers } from '../components/list/user-filters.tsx'
import { useUserActs } from '../components/use-user-acts.tsx'
import { nameOf } from '../model/words.ts'
import styles from './user-list.module.css'

const TABS = [
  { key: 'all', label: '全部用户' },
  { key: 'wechat', label: userTypeLabels.wechat },
  { key: 'routine', label: userTypeLabels.routine },
  { key: 'h5', label: userTypeLabels.h5 },
] as const

type Batch = { what: 'group' | 'tag' | 'coupon' | 'disable'; ids: readonly number[] }

export default function UserListPage() {
  const list = useList(shopUser.list)
  const phone = useIsPhone()
  const { can, actsOf, dialogs } = useUserActs()
  const [looking, setLooking] = useState<number>()
  const [adding, setAdding] = useState(false)
  const [batch, setBatch] = useState<Batch>()
  const [keeping, setKeeping] = useState<UserFilter>()
  const [giving, setGiving] = useState<UserFilter>()
  const { userType } = list.filters
  const tab = TABS.find(({ key }) => key === userType)?.key ?? 'all'
  const filtered = Object.keys(list.filters).length > 0
  const mayLook = can(shopUser.topDetail)

  const nameCell = (row: UserRow) =>
    mayLook ? (
      <button type="button" className={styles.name} onClick={() => setLooking(row.id)}>
        {nameOf(row)}
      </button>
    ) : (
      nameOf(row)
    )
  const look = (row: UserRow) => mayLook && { label: '详情', reads: true, onClick: () => setLooking(row.id) }

  return (
    <>
      <ListPage
        list={list}
        filters={filtersOfUsers}
        header={
          <StateTabs
            tabs={TABS}
            value={tab}
            onChange={(key) => {
              const { userType: _, ...others } = list.latest().filters
              list.search({ ...others, ...(key !== 'all' && { userType: key }) })
            }}
          />
        }
        acrossPages
        purpose="买家登录后会出现在这里，也可以替电话下单的客户先建一个"
        columns={[
          { name: 'id', title: 'ID', width: 64, hidden: true },
          {
            name: 'nickname',
            title: '姓名',
            minWidth: 168,
            says: nameOf,
            render: (row) => (
              <span className={styles.person}>
                <Face user={row} />
                <TwoLine
                  top={nameCell(row)}
                  below={[row.nickname ? row.realName : '', row.sex ? sexLabels[row.sex] : '']
                    .filter(Boolean)
                    .join(' | ')}
                />
              </span>
            ),
          },
          { name: 'levelName', title: '用户等级', width: 84, render: ({ levelName }) => levelName || '—' },
          { name: 'groupName', title: '分组', width: 84, render: ({ groupName }) => groupName || '—' },
          {
            name: 'tags',
            title: '标签',
            width: 130,
            low: true,
            render: ({ tags }) => <Labels of={tags.map(({ name }) => name)} />,
            says: ({ tags }) => tags.map(({ name }) => name).join('、') || '无',
          },
          {
            name: 'spreadNickname',
            title: '推荐人',
            width: 84,
            render: ({ spreadNickname }) => spreadNickname || '—',
          },
          { name: 'phone', title: '手机号', width: 112, render: ({ phone: number }) => number || '—' },
          { name: 'nowMoney', title: '余额', width: 92, align: 'right', render: ({ nowMoney }) => yuan(nowMoney) },
          { name: 'integral', title: '积分', width: 72, align: 'right', render: ({ integral }) => count(integral) },
          {
            name: 'consumeMoney',
            title: '消费金额',
            width: 104,
            align: 'right',
            sorts: true,
            render: ({ consumeMoney, payCount }) => (
              <TwoLine end top={<b>{yuan(consumeMoney)}</b>} below={payCount > 0 && `${count(payCount)} 单`} />
            ),
          },
          {
            name: 'pastMoney',
            title: '历史消费',
            width: 96,
            align: 'right',
            low: true,
            render: ({ pastMoney, pastCount }) => (
              <TwoLine end top={yuan(pastMoney)} below={pastCount > 0 && `${count(pastCount)} 单`} />
            ),
          },
          {
            name: 'lastLoginTime',
            title: '近次访问',
            width: 112,
            sorts: true,
            low: true,
            render: ({ lastLoginTime }) => <When at={lastLoginTime} />,
          },
          { name: 'createTime', title: '首次访问', width: 112, sorts: true, hidden: true },
          {
            name: 'status',
            title: '状态',
            width: 66,
            render: ({ status }) => (status ? '正常' : <Labels of={['已禁用']} />),
            says: ({ status }) => (status ? '正常' : '已禁用'),
          },
        ]}
        card={(row) => ({
          picture: <Face user={row} size={52} />,
          title: nameCell(row),
          below: (
            <Labels
              of={[row.status ? '' : '已禁用', row.levelName, ...row.tags.map(({ name }) => name)].filter(Boolean)}
            />
          ),
          amount: row.consumeMoney !== null && row.consumeMoney > 0 && <b>{moneyText(row.consumeMoney)}</b>,
          facts: (
            <>
              {row.phone && <span>{row.phone}</span>}
              <span>
                余额 <b>{yuan(row.nowMoney)}</b>
              </span>
              <span>
                积分 <b>{count(row.integral)}</b>
              </span>
            </>
          ),
          act: mayLook && <Button onClick={() => setLooking(row.id)}>详情</Button>,
        })}
        add={shopUser.save}
        addText="添加用户"
        open={() => setAdding(true)}
        exports={shopUser.download}
        tools={
          <>
            <Can do={userImport.upload}>
              <Button onClick={() => go('/member/import')}>导入客户</Button>
            </Can>
            {filtered && (
              <>
                <Can do={couponCopy.receive}>
                  <Button onClick={() => setGiving(list.filters as UserFilter)}>发券</Button>
                </Can>
                <Can do={userSegment.save}>
                  <Button onClick={() => setKeeping(list.filters as UserFilter)}>存为分群</Button>
                </Can>
              </>
            )}
          </>
        }
        chosenSums={(chosen) => (
          <>
            余额 <b>{moneyText(sumOf(chosen, 'nowMoney'))}</b>，积分 <b>{count(sumOf(chosen, 'integral'))}</b>
          </>
        )}
        batch={(_chosen, ids) => (
          <>
            <Can do={shopUser.group}>
              <Button onClick={() => setBatch({ what: 'group', ids })}>批量设置分组</Button>
            </Can>
            <Can do={shopUser.tag}>
              <Button onClick={() => setBatch({ what: 'tag', ids })}>批量设置标签</Button>
            </Can>
            <Can do={couponCopy.receive}>
              <Button onClick={() => setBatch({ what: 'coupon', ids })}>发券</Button>
            </Can>
            <Can do={shopUser.status}>
              <Button danger onClick={() => setBatch({ what: 'disable', ids })}>
                禁用 {ids.length} 人
              </Button>
            </Can>
          </>
        )}
        expanded={(row) => <More row={row} />}
        actions={(row) => (
          <>
            {!phone && <NextAct of={[look(row)]} />}
            <MoreActions name={nameOf(row)} of={[phone && look(row), ...actsOf(row)]} />
          </>
        )}
      />
      {looking !== undefined && <UserPanel uid={looking} onClose={() => setLooking(undefined)} />}
      {adding && <UserAddDialog onClose={() => setAdding(false)} onAdded={(id) => mayLook && setLooking(id)} />}
      {keeping && <SegmentDialog query={keeping} onClose={() => setKeeping(undefined)} />}
      {batch?.what === 'group' && <GroupDialog ids={batch.ids} onClose={() => setBatch(undefined)} />}
      {batch?.what === 'tag' && <TagDialog ids={batch.ids} onClose={() => setBatch(undefined)} />}
      {batch?.what === 'coupon' && <SendDialog uids={batch.ids} onClose={() => setBatch(undefined)} />}
      {giving && <SendDialog filter={giving} onClose={() => setGiving(undefined)} />}
      {batch?.what === 'disable' && <DisableDialog ids={batch.ids} onClose={() => setBatch(undefined)} />}
      {dialogs}
    </>
  )
}

const sumOf = <Name extends 'nowMoney' | 'integral'>(rows: readonly Record<Name, number | null>[], name: Name) =>
  rows.reduce((sum, row) => sum + Math.round((row[name] ?? 0) * 100), 0) / 100
const count = (value: number | null) => (value === null ? '—' : value.toLocaleString('en-US'))
const yuan = (value: number | null) => (value === null ? '—' : value === 0 ? '—' : moneyText(value))

function More({ row }: { row: UserRow }) {
  const place = [...new Set([row.country, row.province, row.city])].filter(Boolean).join(' ')
  return (
    <Facts
      items={[
        { label: '身份', value: row.isPromoter ? '推广员' : '普通用户' },
        { label: '首次访问', value: <When at={row.createTime} /> },
        { label: '近次访问', value: row.lastLoginTime && <When at={row.lastLoginTime} /> },
        { label: '标签', value: row.tags.map(({ name }) => name).join('、') },
        { label: '地址', value: place },
        { label: '备注', value: row.mark },
        { label: '禁用原因', value: row.closeReason },
      ]}
    />
  )
}
