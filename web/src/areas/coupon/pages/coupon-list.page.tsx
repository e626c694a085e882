import { type Coupon, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { activityCalendar } from '@zhanggui/contract/promotion/activity-calendar.ts'
import type { RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import { couponPhases, couponTypes } from '@zhanggui/domain/promotion/coupon.ts'
import { Button, Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { serverNow } from '../../../api/server-time.ts'
import { Can } from '../../../kit/access/can.tsx'
import { CouponFace } from '../../../kit/coupon/coupon-face.tsx'
import {
  couponTypeOptions,
  couponUseTypeOptions,
  daysText,
  isSendable,
  scopeText,
  validText,
} from '../../../kit/coupon/coupon-words.ts'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Budget, budgetText } from '../../../kit/text/budget.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import styles from '../components/coupon.module.css'
import { CouponCell, count, PhaseTag, ReceivedCell, receiveText, usedShare } from '../components/coupon-cells.tsx'
import { useBrought, useBroughtLately } from '../components/use-brought.ts'
import { useCouponActs } from '../components/use-coupon-acts.tsx'
import { useCouponList, useCouponTabs } from '../components/use-coupon-list.ts'

const open = [
  { value: true, label: '已开启' },
  { value: false, label: '已关闭' },
]

/** 优惠券列表 (docs/coupons-and-points.md, Coupons). */
export default function CouponListPage() {
  const list = useCouponList()
  const tabs = useCouponTabs(list.filters)
  const navigate = useNavigate()
  const phone = useIsPhone()
  const { actsOf, dialogs } = useCouponActs()
  const brought = useBrought(list.rows)
  const lately = useBroughtLately()
  const receiving = tabs.find(({ key }) => key === 'receiving')?.count

  return (
    <>
      <ListPage
        list={list}
        unit="种"
        summary={
          receiving !== undefined && (
            <>
              领取中 <b>{receiving}</b> 种
              {lately && lately.used > 0 && (
                <>
                  ；近 30 天用掉 <b>{count(lately.used)}</b> 张，带来实付 <b>{moneyText(lately.orderAmount)}</b>，让利{' '}
                  <b>{moneyText(lately.discount)}</b>
                </>
              )}
            </>
          )
        }
        filters={[
          { name: 'name', label: '优惠券名称' },
          {
            name: 'useType',
            label: '类型',
            control: <Select allowClear placeholder="全部" options={couponUseTypeOptions} />,
          },
          {
            name: 'type',
            label: '领取方式',
            control: <Select allowClear placeholder="全部" options={couponTypeOptions} />,
          },
          { name: 'status', label: '状态', control: <Select allowClear placeholder="全部" options={open} /> },
        ]}
        header={<StateTabs tabs={tabs} value={list.phase} onChange={list.openTab} />}
        purpose="如满 100 元减 10 元：买家领券下单，您看得到每张带来多少"
        columns={[
          { name: 'id', title: 'ID', width: 64, hidden: true },
          {
            name: 'name',
            title: '优惠券',
            minWidth: 230,
            render: (row) => <CouponCell row={row} onLook={lookOf(actsOf(row))} />,
            says: ({ name }) => name,
          },
          {
            name: 'phase',
            title: '状态',
            width: 96,
            render: (row) => <PhaseTag of={row} />,
            says: ({ phase }) => couponPhases[phase],
          },
          {
            name: 'type',
            title: '领取',
            width: 150,
            render: (row) => <TwoLine top={couponTypes[row.type]} below={receiveText(row)} />,
            says: ({ type }) => couponTypes[type],
          },
          {
            name: 'day',
            title: '使用时间',
            width: 140,
            render: (row) =>
              row.isFixedTime ? daysText(row.useStartTime, row.useEndTime, serverNow()) : validText(row),
          },
          {
            name: 'receivedCount',
            title: '已领 / 发布',
            width: 132,
            render: (row) => <ReceivedCell of={row} />,
            says: ({ receivedCount }) => String(receivedCount),
          },
          {
            name: 'usedCount',
            title: '已用',
            width: 76,
            align: 'right',
            render: (row) => <TwoLine end top={count(row.usedCount)} below={usedShare(row)} />,
            says: ({ usedCount }) => String(usedCount),
          },
          {
            name: 'budget',
            title: '预算',
            width: 112,
            align: 'right',
            low: true,
            render: (row) => <Budget of={row} />,
            says: (row) => budgetText(row),
          },
          ...(brought
            ? [
                {
                  name: 'brought',
                  title: '带来实付',
                  width: 124,
                  align: 'right' as const,
                  render: (row: Coupon) => brought.isKnown && <Brought of={brought.of(row)} />,
                },
                {
                  name: 'discount',
                  title: '让利',
                  width: 116,
                  align: 'right' as const,
                  low: true as const,
                  render: (row: Coupon) => brought.isKnown && <Given of={brought.of(row)} />,
                },
              ]
            : []),
          {
            name: 'status',
            title: '开启',
            width: 72,
            render: (row) => <OpenSwitch of={row} />,
            says: ({ status }) => (status ? '开启' : '关闭'),
          },
        ]}
        card={(row) => cardOf(row, actsOf(row))}
        sums={<Sums rows={list.rows} isWhole={list.total <= list.rows.length} brought={brought} />}
        add={coupon.save}
        addText="添加优惠券"
        open={() => navigate('/marketing/coupon/create')}
        tools={
          <>
            <Can do={couponCopy.list}>
              <Button onClick={() => navigate('/marketing/coupon/record')}>领取记录</Button>
            </Can>
            <Can do={activityCalendar.calendar}>
              <Button onClick={() => navigate('/marketing/calendar')}>活动日历</Button>
            </Can>
          </>
        }
        actions={(row) => {
          const acts = actsOf(row)
          const { records, send, codes, copy, change, report, remove } = acts
          const [next] = nextOf(acts)
          return (
            <>
              {!phone && <NextAct of={[next]} />}
              <MoreActions
                name={row.name}
                of={[records, send, codes, copy, change, report, remove].filter((act) => !act || act !== next)}
              />
            </>
          )
        }}
      />
      {dialogs}
    </>
  )
}

/** What the orders that used it came to, and that for each copy. */
function Brought({ of: row }: { of: RankRow | undefined }) {
  if (!row?.orderAmount) return '—'
  return (
    <TwoLine
      end
      top={
        <Link to={`/marketing/report?id=${row.id}`}>
          <b>{moneyText(row.orderAmount)}</b>
        </Link>
      }
      below={row.used > 0 && `每张 ${moneyText(row.orderAmount / row.used)}`}
    />
  )
}

/** What it took off these orders, and what of them went back. */
function Given({ of: row }: { of: RankRow | undefined }) {
  if (!row?.discount && !row?.refundAmount) return '—'
  return (
    <TwoLine end top={moneyText(row.discount)} below={row.refundAmount > 0 && `已退 ${moneyText(row.refundAmount)}`} />
  )
}

type SumsProps = { rows: readonly Coupon[]; isWhole: boolean; brought: ReturnType<typeof useBrought> }

/** The sums of the rows, which are those of the page where there are more. */
function Sums({ rows, isWhole, brought }: SumsProps) {
  if (!rows.length) return null
  const sum = (of: (row: Coupon) => number) => rows.reduce((total, row) => total + of(row), 0)
  const found = brought?.isKnown ? rows.flatMap((row) => brought.of(row) ?? []) : []
  const money = (of: (row: RankRow) => number) =>
    moneyText(found.reduce((total, row) => total + Math.round(of(row) * 100), 0) / 100)
  return (
    <>
      <span>
        {!isWhole && '本页 '}已领 <b>{count(sum(({ receivedCount }) => receivedCount))}</b>
      </span>
      <span>
        已用 <b>{count(sum(({ usedCount }) => usedCount))}</b>
      </span>
      {brought?.isKnown && (
        <>
          <span>
            带来实付 <b>{money(({ orderAmount }) => orderAmount)}</b>
          </span>
          <span>
            让利 <b>{money(({ discount }) => discount)}</b>
          </span>
          <span>
            已退 <b>{money(({ refundAmount }) => refundAmount)}</b>
          </span>
          {found.some(({ cost }) => cost !== undefined) && (
            <span>
              成本 <b>{money(({ cost = 0 }) => cost)}</b>
            </span>
          )}
        </>
      )}
    </>
  )
}

type Acts = ReturnType<ReturnType<typeof useCouponActs>['actsOf']>

/** What is most likely wanted of a row. */
const nextOf = ({ send, report, records }: Acts) => [send, report, records].filter((act) => act !== false)
const lookOf = ({ records }: Acts) => (records ? records.onClick : undefined)

function OpenSwitch({ of: { id, name, status } }: { of: Coupon }) {
  return (
    <StatusSwitch
      name={`优惠券「${name}」`}
      checked={status}
      route={coupon.useStatus}
      body={(next) => ({ id, status: next })}
      texts={['开启', '关闭']}
      question={(text) =>
        text === '关闭'
          ? `关闭优惠券「${name}」？买家不能再领取，已领取的仍可使用。`
          : `开启优惠券「${name}」？领取期内买家就可以领取。`
      }
    />
  )
}

function cardOf(row: Coupon, acts: Acts): RowCard {
  const [next] = nextOf(acts)
  return {
    head: (
      <>
        <PhaseTag of={row} />
        <span className={styles.dim}>
          {couponTypes[row.type]} · {receiveText(row)}
        </span>
      </>
    ),
    picture: <CouponFace money={row.money} minPrice={row.minPrice} over={!isSendable(row.phase)} />,
    title: row.name,
    below: (
      <span className={styles.dim}>
        {scopeText(row)} · {validText(row)}
      </span>
    ),
    end: <OpenSwitch of={row} />,
    facts: (
      <>
        <span>
          已领 <b>{count(row.receivedCount)}</b>
          {row.isLimited && ` / ${count(row.total)}`}
        </span>
        <span>
          已用 <b>{count(row.usedCount)}</b>
        </span>
      </>
    ),
    act: next && <ActButton of={next} />,
  }
}
