import type { Simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import { Select } from 'antd'
import { moneyText } from '../../../../kit/text/money.tsx'
import type { Question } from '../../model/question.ts'

type Props = {
  question: Question
  answer: Simulation | undefined
  onChange: (change: Partial<Question>) => void
}
type Option = { value: number; label: string }

/** In which activity the one SKU is bought; of a bargain as if it were cut to its lowest price, of a team product to open a team. */
export function ActivityField({ question: { activity }, answer, onChange }: Props) {
  const found = answer?.activities ?? []
  const chosen = activity?.activitySkuId
  const options: Option[] = found.map(({ activitySkuId, type, title, price, phaseName }) => ({
    value: activitySkuId,
    label: `${activityTypes[type]}「${title}」 ${moneyText(price)} · ${phaseName}`,
  }))
  const known = options.some(({ value }) => value === chosen)
  return (
    <Select<number>
      id="simulate-activity"
      allowClear
      placeholder="不参加活动"
      notFoundContent="这个规格没有活动"
      value={chosen}
      options={[
        ...(activity && !known
          ? [{ value: activity.activitySkuId, label: `${activityTypes[activity.type]}活动` }]
          : []),
        ...options,
      ]}
      onChange={(next?: number) => {
        const taking = found.find(({ activitySkuId }) => activitySkuId === next)
        onChange({ activity: taking && { type: taking.type, activitySkuId: taking.activitySkuId } })
      }}
    />
  )
}
