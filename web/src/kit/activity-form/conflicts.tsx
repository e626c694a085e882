import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/es/icons/CloseCircleOutlined'
import ExclamationCircleOutlined from '@ant-design/icons/es/icons/ExclamationCircleOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { activity, type Conflict } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../api/read.ts'
import { useCan } from '../access/can.tsx'
import { activityAddress } from '../activity/activity-address.ts'
import { Section } from '../detail/detail-page.tsx'
import styles from './activity-form.module.css'
import { readyLines } from './sku-lines.ts'
import type { LinesStore } from './use-lines.ts'

export type Plan = RouteInput<typeof activity.conflicts>['body']

/** So long after the last change it is asked again, ms. */
const REST = 300
/** More at once would be read by nobody: a product may have hundreds of SKUs. */
const MOST = 6

/** What is typed once it has rested, as a text that changes only when it does. */
function useRested(plan: Plan | undefined) {
  const text = plan && JSON.stringify(plan)
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), REST)
    return () => clearTimeout(timer)
  }, [text])
  return { text, asked }
}

/** What buyers would pay at least for each SKU of what is typed, by its id; empty until that is known. */
export function useLowest(plan: Plan | undefined): ReadonlyMap<number, number> {
  const allowed = useCan(activity.lowest)
  const { asked } = useRested(plan)
  const { data } = useQuery({
    ...read(activity.lowest, { body: asked ? JSON.parse(asked) : (plan as Plan), silent: true }),
    enabled: allowed && asked !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = plan && data
  return useMemo(() => new Map(found?.map(({ skuId, lowest }) => [skuId, lowest] as const)), [found])
}

export type FoundConflicts = ReturnType<typeof useConflicts>

/** What stands in the way of an activity as it is typed. @param plan undefined while it cannot be judged */
export function useConflicts(plan: Plan | undefined) {
  const allowed = useCan(activity.conflicts)
  const { text, asked } = useRested(plan)
  const { data, error, isFetching } = useQuery({
    ...read(activity.conflicts, { body: asked ? JSON.parse(asked) : (plan as Plan), silent: true }),
    enabled: allowed && asked !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = text && asked ? data : undefined
  const hard = found?.filter(({ level }) => level === 'hard').length ?? 0
  return { allowed, found, hard, error, isFetching: isFetching || asked !== text }
}

type Props = {
  plan: Plan | undefined
  /** By {@link useConflicts}. */
  of: FoundConflicts
  /** What is still missing, before anything can be judged. */
  missing: string
  /** Costs are known here: without, nothing is said of them. */
  seesCost: boolean
  /** Forbids coupons, where they make it too cheap. */
  onNoCoupon: (() => void) | undefined
}

/** 冲突与最低价 of what is typed. */
export function Conflicts({ plan, of, missing, seesCost, onNoCoupon }: Props) {
  const { allowed, found, hard, error, isFetching } = of
  if (!allowed) return null
  const shown = found?.slice(0, MOST) ?? []
  const rest = (found?.length ?? 0) - shown.length
  return (
    <Section title="冲突与最低价" acts={hard > 0 && <span className={styles.mustSolve}>{hard} 处要解决</span>}>
      <div role="status" aria-label="冲突与最低价" aria-busy={isFetching} className={styles.conflicts}>
        {!plan && <p className={styles.dim}>{missing}</p>}
        {plan && error && <p className={styles.dim}>没有查到冲突：{error.message}</p>}
        {plan && !error && found?.length === 0 && (
          <p className={styles.clear}>
            <CheckCircleOutlined aria-hidden /> {seesCost ? '没有冲突，最低到手价不低于成本' : '没有冲突'}
          </p>
        )}
        {plan &&
          shown.map((one) => <Issue key={`${one.code} ${one.id} ${one.message}`} of={one} onNoCoupon={onNoCoupon} />)}
        {plan && rest > 0 && <p className={styles.dim}>还有 {rest} 条，先解决上面的</p>}
        {plan && <p className={styles.dim}>改价格、日期、规格后自动重查；开启时再查一次</p>}
      </div>
    </Section>
  )
}

function Issue({
  of: { level, code, type, id, title, startTime, stopTime, message },
  onNoCoupon,
}: {
  of: Conflict
  onNoCoupon: Props['onNoCoupon']
}) {
  const isLow = code === 'BELOW_COST' || code === 'VERY_LOW'
  const tone = level === 'hard' || code === 'BELOW_COST' ? 'alert' : 'todo'
  return (
    <div className={styles.issue} data-tone={tone}>
      {level === 'hard' ? <CloseCircleOutlined aria-hidden /> : <ExclamationCircleOutlined aria-hidden />}
      <div>
        <b>{message}</b>
        {id > 0 && (
          <p>
            {startTime === stopTime ? startTime : `${startTime} 至 ${stopTime}`}
            {level === 'hard' ? `，换时间${type === 1 ? '、场次' : ''}或规格，或先关闭它` : ''}
          </p>
        )}
        {level === 'hard' || id > 0 ? null : isLow && <p>已算上能用的优惠券</p>}
        <span className={styles.ways}>
          {id > 0 && (
            <Link to={activityAddress(type, id)} target="_blank" aria-label={`看活动「${title}」`}>
              看那个活动
            </Link>
          )}
          {isLow && onNoCoupon && (
            <Button type="link" size="small" onClick={onNoCoupon}>
              不许用券
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

/** What is still missing before anything can be judged. */
export const missingOf = (days: unknown, { lines }: LinesStore) =>
  !days
    ? '选好活动日期和时间后，这里列出冲突'
    : readyLines(lines).length
      ? '选好活动时间后，这里列出冲突'
      : '填了价格和限量后，这里列出冲突和最低到手价'
