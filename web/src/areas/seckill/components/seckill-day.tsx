import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { type SeckillDay as Day, type DaySale, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { Button, DatePicker, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WatchPanel } from '../../../kit/activity/watch-panel.tsx'
import { dayjs } from '../../../kit/form/dates/calendar.ts'
import { useKeys } from '../../../kit/keys/keys.ts'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { isCovered } from '../../../kit/page/cover.ts'
import { useAddress } from '../../../kit/page/use-address.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useMinute } from '../../../kit/text/when.tsx'
import { addDays, dayTitle, isWireDay, paceOf } from '../model/day.ts'
import { isMovable, slotsFor } from '../model/move.ts'
import { seckillScreens } from '../model/seckill-words.ts'
import { type Hours, hourOf } from '../model/slots.ts'
import { DayAgenda } from './day-agenda.tsx'
import styles from './day-table.module.css'
import { DayTable } from './day-table.tsx'
import { MoveDialog, type Moving } from './move-dialog.tsx'
import type { SlotActs } from './slot-menu.tsx'

/** So often it is read again while it is looked at, ms. */
const EVERY = 30_000

type Props = {
  /** At the right of the day. */
  acts: ReactNode
  onEditSlot: (id: number) => void
  onGap: ((hours: Hours) => void) | undefined
}

/** The flash sales of a day, which stands in the address; it is today without one. */
export function SeckillDay({ acts, onEditSlot, onGap }: Props) {
  const phone = useIsPhone()
  const now = useMinute()
  const today = toWireDay(now)
  const [day, turnTo] = useDay(today)
  const [looked, setLooked] = useState<DaySale>()
  const [moving, setMoving] = useState<Moving>()
  const [mayWatch, mayMove] = [useCan(activity.watch), useCan(seckill.move)]
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(seckill.day, { query: { day }, silent: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
  useDayKeys(
    (count) => turnTo(addDays(day, count)),
    () => turnTo(today),
    mayMove ? () => handleMoveFocused() : undefined,
  )
  const hour = data?.day === today ? hourOf(now) : undefined
  const slotActs: SlotActs = { day: day < today ? undefined : day, onEdit: onEditSlot }
  const onSale = (sale: DaySale) => mayWatch && setLooked(sale)
  const isMoved = (sale: DaySale) => mayMove && isMovable(sale) && slotsFor(sale, data?.slots ?? []).length > 0

  /** The block that has the focus; false for none. */
  function handleMoveFocused() {
    const id = Number(document.activeElement?.getAttribute('data-sale'))
    const sale = data?.list.find((each) => each.id === id)
    if (!sale || !isMoved(sale)) return false
    return setMoving({ sale })
  }

  return (
    <section className={styles.card} data-stale={isPlaceholderData} aria-label={`${dayTitle(day)} 的秒杀`}>
      <header className={styles.tools}>
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label="前一天"
          title="前一天 ["
          onClick={() => turnTo(addDays(day, -1))}
        />
        <h2 aria-live="polite">{dayTitle(day)}</h2>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label="后一天"
          title="后一天 ]"
          onClick={() => turnTo(addDays(day, 1))}
        />
        <Button disabled={day === today} title="今天 T" onClick={() => turnTo(today)}>
          今天
        </Button>
        {!phone && (
          <>
            <DatePicker
              aria-label="选择日期"
              className={styles.picker}
              value={dayjs(day)}
              allowClear={false}
              onChange={(next) => next && turnTo(next.format('YYYY-MM-DD'))}
            />
            <Legend />
          </>
        )}
        <span className={styles.acts}>{acts}</span>
      </header>
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active className={styles.waiting} />
      ) : data.slots.length === 0 ? (
        <EmptyBlock text="还没有场次" more="秒杀一天分几场，每场几点到几点；加一场，就能往里放商品" />
      ) : (
        <>
          {phone ? (
            <DayAgenda of={data} onSale={onSale} slotActs={slotActs} />
          ) : (
            <DayTable
              of={data}
              hour={hour}
              pace={data.day > today ? undefined : paceOf(data, hour === undefined ? undefined : hour * 60)}
              onSale={onSale}
              onMove={mayMove ? (sale, to) => setMoving({ sale, to }) : undefined}
              slotActs={slotActs}
              onGap={onGap}
            />
          )}
          <Sums of={data} mayDrag={mayMove && !phone} />
        </>
      )}
      {looked && (
        <WatchPanel
          kind={seckillScreens}
          row={looked}
          acts={
            isMoved(looked) && (
              <Button
                type="link"
                size="small"
                onClick={() => {
                  setLooked(undefined)
                  setMoving({ sale: looked })
                }}
              >
                换场
              </Button>
            )
          }
          onClose={() => setLooked(undefined)}
        />
      )}
      {moving && data && <MoveDialog {...moving} slots={data.slots} onClose={() => setMoving(undefined)} />}
    </section>
  )
}

/** The day of the address. */
function useDay(today: string): [string, (day: string) => void] {
  const address = useAddress()
  const asked = new URLSearchParams(address.search).get('day') ?? ''
  const day = isWireDay(asked) ? asked : today
  return [
    day,
    (next) => {
      const written = address.latest()
      if (next === today) written.delete('day')
      else written.set('day', next)
      address.replace(written)
    },
  ]
}

/** `[` and `]` turn the day, T returns to today, M gives what has the focus other hours. */
function useDayKeys(turn: (count: number) => void, onToday: () => void, onMove: (() => unknown) | undefined) {
  useKeys(
    '秒杀时间表',
    [
      { key: '[', act: '前一天', run: () => turn(-1) },
      { key: ']', act: '后一天', run: () => turn(1) },
      { key: 't', act: '回到今天', run: onToday },
      ...(onMove ? [{ key: 'm', act: '选中的商品换场', run: onMove }] : []),
    ],
    () => !isCovered(),
  )
}

/** What the colours mean. */
const Legend = () => (
  <span className={styles.legend} aria-hidden>
    {(['running', 'upcoming', 'ended', 'closed'] as const).map((phase) => (
      <span key={phase}>
        <i data-phase={phase} /> {{ running: '进行中', upcoming: '未开始', ended: '已结束', closed: '未开启' }[phase]}
      </span>
    ))}
  </span>
)

const count = (value: number) => value.toLocaleString('en-US')

function Sums({ of: { list, total, quotaShow, sales, reserved }, mayDrag }: { of: Day; mayDrag: boolean }) {
  return (
    <footer className={styles.sums}>
      <span>
        <b>{count(total)}</b> 款次
      </span>
      <span>
        限量 <b>{count(quotaShow)}</b>
      </span>
      <span>
        已售 <b>{count(sales)}</b>
      </span>
      <span>
        付款中 <b>{count(reserved)}</b>
      </span>
      {total > list.length && <span>只画出前 {list.length} 款，其余请看秒杀商品</span>}
      <span className={styles.note}>
        限量和已售是活动全部日期的{mayDrag && list.some(isMovable) && '；拖动块换场，正在抢的拖不动'}
      </span>
    </footer>
  )
}
