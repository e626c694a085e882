import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { Checkbox, Flex, Popover, Tag } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { useReadOnly } from '../../../kit/access/can.tsx'
import { Greyed } from '../../../kit/access/greyed.tsx'
import { useDict } from '../../setting/shared/dictionary.ts'
import styles from './order-cells.module.css'

const TAGS = 'order_tag'

/** The tags there are, with their words and colours. */
export function useTags() {
  return useDict(TAGS)?.[TAGS].filter(({ value }) => typeof value === 'number') ?? []
}

/** The tags of an order. @param max how many there is room for; of the rest the number is shown */
export function OrderTags({ ids, max = ids.length }: { ids: readonly number[]; max?: number }) {
  const tags = useTags()
  const own = tags.filter(({ value }) => ids.includes(Number(value)))
  if (!own.length) return null
  return (
    <span className={styles.tags}>
      {own.slice(0, max).map(({ value, label, color }) => (
        <Tag key={value} color={color || undefined}>
          {label}
        </Tag>
      ))}
      {own.length > max && (
        <Tag
          title={own
            .slice(max)
            .map(({ label }) => label)
            .join('，')}
        >
          +{own.length - max}
        </Tag>
      )}
    </span>
  )
}

type Choice = { value?: readonly number[]; onChange?: (ids: number[]) => void }

/** Tags to tick; those switched off are offered only where they are ticked. */
export function TagChoice({ value = [], onChange }: Choice) {
  const tags = useTags().filter(({ enabled, value: id }) => enabled || value.includes(Number(id)))
  if (!tags.length) return <span>还没有标签，可在「系统 › 字典」的 order_tag 里添加</span>
  return (
    <Flex wrap gap="8px 16px" role="group" aria-label="标签">
      {tags.map(({ value: id, label, color }) => (
        <Checkbox
          key={id}
          checked={value.includes(Number(id))}
          onChange={({ target }) =>
            onChange?.(target.checked ? [...value, Number(id)] : value.filter((one) => one !== id))
          }
        >
          <Tag color={color || undefined}>{label}</Tag>
        </Checkbox>
      ))}
    </Flex>
  )
}

/** What changes when the tags become others. */
export function tagChange(before: readonly number[], after: readonly number[]) {
  return { add: after.filter((id) => !before.includes(id)), remove: before.filter((id) => !after.includes(id)) }
}

/** The tags of an order, put on and taken off in place. */
export function TagsInPlace({ of }: { of: { orderNo: string; tagIds: readonly number[] } }) {
  const [open, setOpen] = useState(false)
  const save = useWrite(orderNote.tag)
  const readOnly = useReadOnly(orderNote.tag)
  const opener = (
    <button type="button" className={styles.addTag} disabled={readOnly !== undefined}>
      <PlusOutlined aria-hidden /> 标签
    </button>
  )
  return (
    <>
      <OrderTags ids={of.tagIds} />
      <Greyed why={readOnly}>
        <Popover
          trigger="click"
          open={open}
          onOpenChange={setOpen}
          content={
            <div className={styles.tagChoice}>
              <TagChoice
                value={of.tagIds}
                onChange={(ids) => save.mutate({ body: { orderNo: of.orderNo, ...tagChange(of.tagIds, ids) } })}
              />
            </div>
          }
        >
          {opener}
        </Popover>
      </Greyed>
    </>
  )
}
