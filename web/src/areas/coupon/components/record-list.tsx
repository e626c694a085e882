import { type CouponCopy, couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shopUser, type UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { copyFateOf, copyFates, copyStates, couponSources } from '@zhanggui/domain/promotion/coupon.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../../api/server-time.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { CouponFace } from '../../../kit/coupon/coupon-face.tsx'
import { daysText, minText, rangeText } from '../../../kit/coupon/coupon-words.ts'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { go } from '../../../kit/page/go.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from './coupon.module.css'
import { RevokeDialog } from './revoke-dialog.tsx'

const stateOptions = Object.entries(copyFates).map(([value, label]) => ({ value: Number(value), label }))
const sourceOptions = Object.entries(couponSources).map(([value, label]) => ({ value, label }))

const buyerOf = ({ uid, nickname }: CouponCopy) => nickname || `用户 ${uid}`
const faceOf = ({ uid, nickname, avatar }: CouponCopy) => ({ id: uid, nickname, realName: '', avatar })

/** 领取记录. @param of the one coupon whose copies are shown; all if omitted */
export function RecordList({ of }: { of?: { id: number; name: string } }) {
  const list = useList(couponCopy.list, of && { name: 'record', fixed: { couponId: of.id }, silent: true })
  const mayRevoke = useCan(couponCopy.revoke)
  const mayFind = useCan(shopUser.list)
  const phone = useIsPhone()
  const [revoking, setRevoking] = useState<readonly number[]>()

  const revoke = (row: CouponCopy) =>
    mayRevoke &&
    isUnused(row) && (
      <RowAction danger onClick={() => setRevoking([row.id])}>
        作废
      </RowAction>
    )

  return (
    <>
      <ListPage
        list={list}
        title={of && ''}
        unit="张"
        filters={[
          ...(of ? [] : [{ name: 'name', label: '优惠券名称' } as const]),
          {
            name: 'status',
            label: '使用状态',
            control: <Select allowClear placeholder="全部" options={stateOptions} />,
          },
          {
            name: 'source',
            label: '获取方式',
            control: <Select allowClear placeholder="全部" options={sourceOptions} />,
          },
          ...(mayFind ? [{ name: 'uid', label: '领取人', control: <BuyerSelect />, text: () => '' } as const] : []),
          { name: 'dateLimit', label: '领取时间', control: <DateRange /> },
          ...(of ? [] : [{ name: 'couponId', label: '优惠券编号', hidden: true, text: String } as const]),
          { name: 'sendId', label: '发放批次', hidden: true, text: String },
        ]}
        exports={couponCopy.download}
        empty="还没有人领取"
        purpose="买家领取、后台发放、下单赠送和兑换的券都在这里"
        begin={
          !of && (
            <Can do={couponCopy.receive}>
              <Button onClick={() => go('/marketing/coupon/list')}>去优惠券列表发放</Button>
            </Can>
          )
        }
        columns={[
          ...(of
            ? []
            : ([
                { name: 'couponId', title: '优惠券ID', width: 84, low: true },
                { name: 'name', title: '优惠券', minWidth: 140 },
              ] as const)),
          {
            name: 'nickname',
            title: '领取人',
            minWidth: 140,
            render: (row) => (
              <span className={styles.buyer}>
                <Face user={faceOf(row)} size={28} />
                <TwoLine top={buyerOf(row)} below={<When at={row.createTime} />} />
              </span>
            ),
            says: buyerOf,
          },
          {
            name: 'money',
            title: '面值',
            width: 116,
            align: 'right',
            render: ({ money, minPrice }) => <TwoLine end top={<b>{moneyText(money)}</b>} below={minText(minPrice)} />,
            says: ({ money }) => moneyText(money),
          },
          { name: 'startTime', title: '开始使用时间', width: 116 },
          { name: 'endTime', title: '结束使用时间', width: 116 },
          { name: 'source', title: '获取方式', width: 92, render: ({ source }) => couponSources[source] },
          {
            name: 'validStr',
            title: '是否可用',
            width: 104,
            low: true,
            render: ({ validStr }) => copyStates[validStr],
            says: ({ validStr }) => copyStates[validStr],
          },
          {
            name: 'status',
            title: '使用状态',
            width: 124,
            render: (row) => (
              <TwoLine
                top={<StateTag of="coupon" value={copyFateOf(row)} />}
                below={row.useTime ? <When at={row.useTime} /> : row.voidReason}
              />
            ),
            says: copyFateOf,
          },
          { name: 'orderNo', title: '订单号', width: 104, render: ({ orderNo }) => <OrderLink of={orderNo} /> },
        ]}
        card={(row) => ({ ...cardOf(row, of === undefined), end: revoke(row) })}
        actions={mayRevoke && !phone ? revoke : undefined}
        batch={
          mayRevoke
            ? (chosen) => {
                const ids = chosen.filter(isUnused).map(({ id }) => id)
                return (
                  ids.length > 0 && (
                    <WriteButton danger of={couponCopy.revoke} onClick={() => setRevoking(ids)}>
                      作废 {ids.length} 张
                    </WriteButton>
                  )
                )
              }
            : undefined
        }
      />
      {revoking && <RevokeDialog ids={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}

const isUnused = ({ status, validStr }: CouponCopy) => status === 0 && validStr !== 'overdue'

/** A copy past its end counts as over, whatever a job has noted of it. */
function BuyerSelect(props: { id?: string; value?: number; onChange?: (uid: number | undefined) => void }) {
  return (
    <RemoteSelect<UserRow>
      of={shopUser.list}
      placeholder="手机号、昵称或用户编号"
      nameOf={({ id, nickname, realName, phone }) =>
        `${nickname || realName || `用户 ${id}`}（ID ${id}${phone && `，${phone}`}）`
      }
      {...props}
    />
  )
}

/** The order that spent it, in the list of orders. */
function OrderLink({ of: orderNo }: { of: string }) {
  const mayList = useCan(order.list)
  if (!orderNo) return '—'
  if (!mayList) return shortNo(orderNo)
  return (
    <Link to={`/order/list?orderNo=${orderNo}`} aria-label={`订单 ${orderNo}`}>
      {shortNo(orderNo)}
    </Link>
  )
}

function cardOf(row: CouponCopy, named: boolean): RowCard {
  return {
    head: (
      <>
        <StateTag of="coupon" value={copyFateOf(row)} />
        <span className={styles.dim}>
          {couponSources[row.source]} <When at={row.createTime} />
        </span>
      </>
    ),
    picture: <CouponFace money={row.money} minPrice={row.minPrice} over={copyFateOf(row) !== '未使用'} />,
    title: named ? row.name : buyerOf(row),
    below: (
      <span className={styles.dim}>
        {named && `${buyerOf(row)} · `}
        <span title={rangeText(row.startTime, row.endTime)}>{daysText(row.startTime, row.endTime, serverNow())}</span>
      </span>
    ),
    texts: row.voidReason && <span>作废原因：{row.voidReason}</span>,
    facts: row.orderNo && (
      <span>
        订单 <OrderLink of={row.orderNo} />
      </span>
    ),
  }
}
