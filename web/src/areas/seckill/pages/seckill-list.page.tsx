import { type SeckillRow, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { Button, Select } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Can } from '../../../kit/access/can.tsx'
import { BatchActs } from '../../../kit/activity/batch-acts.tsx'
import { QuotaBar } from '../../../kit/activity/quota-bar.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { Money } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { useMinute } from '../../../kit/text/when.tsx'
import { DayStrip } from '../components/day-strip.tsx'
import { OpenSwitch } from '../components/open-switch.tsx'
import styles from '../components/seckill.module.css'
import { useSeckillActs } from '../components/use-seckill-acts.tsx'
import { daysText, labelsOf, limitsText, stateOf, untilText } from '../model/seckill-words.ts'
import { hoursText } from '../model/slots.ts'
import { useSeckillList, useSeckillTabs } from '../model/use-seckill-list.ts'
import { useSlots } from '../model/use-slots.ts'

const LIST = '/marketing/seckill/list'
const EDIT = '/marketing/seckill/edit'
const open = [
  { value: true, label: '已开启' },
  { value: false, label: '已关闭' },
]

/** 秒杀商品; with a slot in the address its flash sales. */
export default function SeckillListPage() {
  const list = useSeckillList()
  const tabs = useSeckillTabs(list.filters)
  const slots = useSlots()
  const navigate = useNavigate()
  const phone = useIsPhone()
  const { actsOf, dialogs, look } = useSeckillActs()
  useSlotOfAddress()

  const timeId = Number(list.filters.timeId) || undefined
  const choose = (id: number) => {
    const { timeId: before, ...others } = list.latest().filters
    list.search(Number(before) === id ? others : { ...others, timeId: String(id) })
  }
  const running = slots.find(({ phase }) => phase === 'running')
  const runningCount = tabs.find(({ key }) => key === 'running')?.count
  const address = timeId ? `${EDIT}?timeId=${timeId}` : EDIT

  return (
    <>
      <ListPage
        list={list}
        unit="个"
        summary={
          runningCount !== undefined && (
            <>
              {running ? `${running.name}正在抢` : '现在没有场次'}，进行中 <b>{runningCount}</b> 个
            </>
          )
        }
        filters={[
          {
            name: 'timeId',
            label: '配置名称',
            control: (
              <Select
                allowClear
                placeholder="全部"
                options={slots.map((slot) => ({
                  value: String(slot.id),
                  label: `${slot.name} ${hoursText(slot)}`,
                }))}
              />
            ),
          },
          { name: 'status', label: '状态', control: <Select allowClear placeholder="全部" options={open} /> },
          { name: 'keywords', label: '商品搜索' },
        ]}
        header={
          <>
            {slots.length > 0 && (
              <DayStrip
                title="今天的场次"
                note="点一场只看它，再点一次看全部"
                slots={slots}
                chosenId={timeId ?? 0}
                onSlot={({ id }) => choose(id)}
              />
            )}
            <StateTabs tabs={tabs} value={list.phase} onChange={list.openTab} />
          </>
        }
        purpose="选好商品、场次和限量，到点开抢；卖了多少、什么时候抢光，都看得到"
        columns={[
          { name: 'id', title: 'ID', width: 64, low: true },
          {
            name: 'title',
            title: '商品',
            minWidth: 240,
            render: (row) => <GoodsCell of={row} onLook={() => look(row)} />,
            says: ({ title }) => title,
          },
          {
            name: 'slot',
            title: '场次',
            width: 176,
            render: ({ slot, ...row }) => <TwoLine top={hoursText(slot)} below={`${slot.name} · ${daysText(row)}`} />,
            says: ({ slot }) => hoursText(slot),
          },
          {
            name: 'price',
            title: '秒杀价',
            width: 100,
            align: 'right',
            render: ({ price, otPrice }) => <Money value={price} old={otPrice > price ? otPrice : undefined} />,
            says: ({ price }) => String(price),
          },
          {
            name: 'quota',
            title: '已售 / 限量',
            width: 168,
            render: (row) => <Quota of={row} />,
            says: ({ quota }) => `剩 ${quota}`,
          },
          {
            name: 'left',
            title: '限量剩余',
            width: 92,
            align: 'right',
            low: true,
            render: ({ quota, left }) => (
              <TwoLine end top={quota.toLocaleString('en-US')} below={left < quota && `可售 ${left}`} />
            ),
            says: ({ left }) => String(left),
          },
          {
            name: 'phase',
            title: '秒杀状态',
            width: 150,
            render: (row) => <State of={row} />,
            says: (row) => stateOf(row),
          },
          {
            name: 'status',
            title: '状态',
            width: 64,
            render: (row) => <OpenSwitch of={row} />,
            says: ({ status }) => (status ? '开启' : '关闭'),
          },
          { name: 'createTime', title: '创建时间', width: 120, hidden: true },
        ]}
        card={(row) => cardOf(row, actsOf(row))}
        look={look}
        nameOf={({ title }) => title}
        add={seckill.save}
        addText="添加秒杀商品"
        open={() => navigate(address)}
        tools={
          <Can do={seckillSlot.list}>
            <Button onClick={() => navigate('/marketing/seckill/config')}>秒杀配置</Button>
          </Can>
        }
        batch={(_, ids) => <BatchActs ids={ids} />}
        actions={(row) => {
          const acts = actsOf(row)
          const next = nextOf(acts)
          const { watch, edit, quota, copy, end, remove } = acts
          return (
            <>
              {!phone && <NextAct of={[next]} />}
              <MoreActions
                name={row.title}
                of={[edit, quota, copy, watch, end, remove].filter((act) => !act || act !== next)}
              />
            </>
          )
        }}
      />
      {dialogs}
    </>
  )
}

type Acts = ReturnType<ReturnType<typeof useSeckillActs>['actsOf']>

/** What is most likely wanted of a row: a closed one is edited, of others one looks how they sell. */
const nextOf = ({ edit, watch }: Acts) => edit || watch

/** The slot of the address becomes a filter, which staff see and clear like any other. */
function useSlotOfAddress() {
  const { timeId } = useParams()
  const navigate = useNavigate()
  const turn = useEffectEvent((id: string) => navigate(`${LIST}?timeId=${id}`, { replace: true }))
  useEffect(() => {
    if (timeId) turn(timeId)
  }, [timeId])
}

function GoodsCell({ of: row, onLook }: { of: SeckillRow; onLook: () => void }) {
  return (
    <span className={styles.goods}>
      <Picture src={row.image} alt={row.title} size={34} />
      <TwoLine
        top={
          <span className={styles.named}>
            <button type="button" className={styles.name} title={row.title} onClick={onLook}>
              {row.title}
            </button>
            <Labels of={labelsOf(row)} max={1} />
          </span>
        }
        below={limitsText(row)}
      />
    </span>
  )
}

function Quota({ of: { title, sales, reserved, quotaShow, phase, soldOut } }: { of: SeckillRow }) {
  const over = phase === 'ended' || phase === 'closed' || soldOut
  return <QuotaBar of={`「${title}」`} sold={sales} paying={reserved} all={quotaShow} over={over} />
}

function State({ of: row }: { of: SeckillRow }) {
  const now = useMinute()
  return <TwoLine top={<StateTag of="activity" value={stateOf(row)} />} below={untilText(row, now)} />
}

function cardOf(row: SeckillRow, acts: Acts): RowCard {
  const next = nextOf(acts)
  const { slot, price, otPrice } = row
  return {
    head: <CardHead of={row} />,
    picture: <Picture src={row.image} alt={row.title} size={56} />,
    title: row.title,
    below: (
      <>
        <Labels of={labelsOf(row)} />
        <span className={styles.dim}>
          {slot.name} {hoursText(slot)} · {daysText(row)}
        </span>
      </>
    ),
    amount: <Money value={price} old={otPrice > price ? otPrice : undefined} />,
    end: <OpenSwitch of={row} />,
    texts: <Quota of={row} />,
    act: next && <ActButton of={next} />,
  }
}

function CardHead({ of: row }: { of: SeckillRow }) {
  const now = useMinute()
  return (
    <>
      <StateTag of="activity" value={stateOf(row)} />
      <span className={styles.dim}>{untilText(row, now)}</span>
    </>
  )
}
