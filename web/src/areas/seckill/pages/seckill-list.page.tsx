import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { Button, Select } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { Can } from '../../../kit/access/can.tsx'
import { ActivityList } from '../../../kit/activity/activity-list.tsx'
import { daysText } from '../../../kit/activity/activity-words.ts'
import { openOptions } from '../../../kit/activity/open-switch.tsx'
import { useActivityList } from '../../../kit/activity/use-activity-list.ts'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { Money } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { DayStrip } from '../components/day-strip.tsx'
import { limitsText, seckillScreens } from '../model/seckill-words.ts'
import { hoursText } from '../model/slots.ts'
import { useSlots } from '../model/use-slots.ts'

const { list: LIST, edit: EDIT } = seckillScreens

/** 秒杀商品; with a slot in the address its flash sales. */
export default function SeckillListPage() {
  const list = useActivityList(seckill.list)
  const slots = useSlots()
  const navigate = useNavigate()
  useSlotOfAddress()

  const timeId = Number(list.filters.timeId) || undefined
  const choose = (id: number) => {
    const { timeId: before, ...others } = list.latest().filters
    list.search(Number(before) === id ? others : { ...others, timeId: String(id) })
  }
  const now = slots.find(({ phase }) => phase === 'running')

  return (
    <ActivityList
      kind={seckillScreens}
      list={list}
      summary={(running) => (
        <>
          {now ? `${now.name}正在抢` : '现在没有场次'}，进行中 <b>{running}</b> 个
        </>
      )}
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
        { name: 'status', label: '状态', control: <Select allowClear placeholder="全部" options={openOptions} /> },
        { name: 'dateLimit', label: '活动日期', control: <DateRange /> },
        { name: 'keywords', label: '商品搜索' },
      ]}
      above={
        slots.length > 0 && (
          <DayStrip
            title="今天的场次"
            note="点一场只看它，再点一次看全部"
            more={
              <Can do={seckillSlot.list}>
                <Link to="/marketing/seckill/config">看时间表</Link>
              </Can>
            }
            slots={slots}
            chosenId={timeId ?? 0}
            onSlot={({ id }) => choose(id)}
          />
        )
      }
      purpose="选好商品、场次和限量，到点开抢；卖了多少、什么时候抢光，都看得到"
      columns={(column) => [
        column('id', 'ID'),
        column('title', '商品'),
        {
          name: 'slot',
          title: '场次',
          width: 176,
          render: ({ slot, ...row }) => <TwoLine top={hoursText(slot)} below={`${slot.name} · ${daysText(row)}`} />,
          says: ({ slot }) => hoursText(slot),
        },
        column('price', '秒杀价'),
        column('sales', '已售 / 限量'),
        column('quota', '限量剩余'),
        {
          name: 'todayAmount',
          title: '今天销售额',
          width: 104,
          align: 'right',
          render: ({ todayAmount }) => (todayAmount === 0 ? '—' : <Money value={todayAmount} sign={false} />),
          says: ({ todayAmount }) => String(todayAmount),
        },
        column('browse', '浏览次数'),
        column('budget', '预算'),
        column('phase', '秒杀状态'),
        column('status', '状态'),
        column('createTime', '创建时间'),
      ]}
      limits={limitsText}
      onCard={({ slot, ...row }) => `${slot.name} ${hoursText(slot)} · ${daysText(row)}`}
      exports={seckill.download}
      addAddress={timeId ? `${EDIT}?timeId=${timeId}` : EDIT}
      tools={
        <Can do={seckillSlot.list}>
          <Button onClick={() => navigate('/marketing/seckill/config')}>秒杀配置</Button>
        </Can>
      }
    />
  )
}

/** The slot of the address becomes a filter, which staff see and clear like any other. */
function useSlotOfAddress() {
  const { timeId } = useParams()
  const navigate = useNavigate()
  const turn = useEffectEvent((id: string) => navigate(`${LIST}?timeId=${id}`, { replace: true }))
  useEffect(() => {
    if (timeId) turn(timeId)
  }, [timeId])
}
