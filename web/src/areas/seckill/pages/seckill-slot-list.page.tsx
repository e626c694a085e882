import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useAddress } from '../../../kit/page/use-address.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import styles from '../components/day-table.module.css'
import { SeckillDay } from '../components/seckill-day.tsx'
import { SlotDialog, type TypedSlot } from '../components/slot-dialog.tsx'
import { SlotList } from '../components/slot-list.tsx'
import { SlotsToday } from '../components/slots-today.tsx'
import { seckillScreens } from '../model/seckill-words.ts'
import { useSlots } from '../model/use-slots.ts'

type View = 'day' | 'list'
const VIEWS = [
  { value: 'day' as const, label: '时间表' },
  { value: 'list' as const, label: '列表' },
]

/** 秒杀配置: the hours of the day in which flash sales run, as a table of a day with what is sold in them, or as a list. */
export default function SeckillSlotListPage() {
  const phone = useIsPhone()
  const slots = useSlots()
  const navigate = useNavigate()
  const [asked, turnTo] = useView()
  const [typing, setTyping] = useState<TypedSlot>()
  const [mayAdd, mayList] = [useCan(seckillSlot.save), useCan(seckill.list)]
  const view = mayList ? asked : 'list'
  const choice = mayList && <Segmented<View> aria-label="怎么看" value={view} options={VIEWS} onChange={turnTo} />
  const goods = mayList && <Button onClick={() => navigate(seckillScreens.list)}>秒杀商品</Button>
  const add = (
    <Can do={seckillSlot.save}>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setTyping({})}>
        添加场次
      </Button>
    </Can>
  )
  return (
    <>
      {view === 'list' ? (
        <SlotList
          slots={slots}
          onType={setTyping}
          tools={
            <>
              {!phone && choice}
              {goods}
            </>
          }
          // On phones the acts of a list are hidden behind a sign.
          above={phone && choice && <div className={styles.choice}>{choice}</div>}
        />
      ) : (
        <div className={styles.page}>
          <PageHeader
            summary={<SlotsToday slots={slots} />}
            acts={
              !phone && (
                <>
                  {goods}
                  {add}
                </>
              )
            }
          />
          <SeckillDay
            acts={
              <>
                {choice}
                {phone && (
                  <Can do={seckillSlot.save}>
                    <Button
                      type="text"
                      icon={<PlusOutlined aria-hidden />}
                      aria-label="添加场次"
                      onClick={() => setTyping({})}
                    />
                  </Can>
                )}
              </>
            }
            onEditSlot={(id) => setTyping({ row: slots.find((slot) => slot.id === id) })}
            onGap={mayAdd ? (hours) => setTyping({ hours }) : undefined}
          />
        </div>
      )}
      {typing && <SlotDialog {...typing} slots={slots} onClose={() => setTyping(undefined)} />}
    </>
  )
}

/** The view of the address. */
function useView(): [View, (view: View) => void] {
  const address = useAddress()
  const view = new URLSearchParams(address.search).get('as') === 'list' ? 'list' : 'day'
  return [view, (next) => address.replace(new URLSearchParams(next === 'list' ? { as: 'list' } : {}))]
}
