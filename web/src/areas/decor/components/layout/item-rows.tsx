import type { LayoutItem } from '@zhanggui/contract/decor/fixed-layout.ts'
import { noImage } from '@zhanggui/page-kit/fields.ts'
import { Button, Input, Switch } from 'antd'
import { ImageField } from '../panel/image-field.tsx'
import { LinkField } from '../panel/link-field.tsx'
import styles from './layout.module.css'

const MAX_ITEMS = 50
const MAX_NAME = 20
const MAX_INFO = 60

type Given = {
  /** What they are items of. */
  of: string
  items: readonly LayoutItem[]
  size: readonly [number, number]
  needsPic: boolean
  disabled: boolean
  onChange: (items: LayoutItem[]) => void
}

/** The items of a group, below one another in their order. */
export function ItemRows({ of, items, size, needsPic, disabled, onChange }: Given) {
  const put = (index: number, change: Partial<LayoutItem>) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...change } : item)))
  return (
    <>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id of their own
        <div key={index} className={styles.row}>
          <ImageField
            id={`${of}-pic-${index}`}
            title={needsPic ? '图片' : '图片（可不填）'}
            size={size}
            value={{ ...noImage, url: item.pic }}
            disabled={disabled}
            onChange={({ url }) => put(index, { pic: url })}
          />
          <span className={styles.words}>
            <Input
              aria-label={`${of}${index + 1}的名称`}
              placeholder="名称"
              maxLength={MAX_NAME}
              showCount
              value={item.name}
              disabled={disabled}
              onChange={({ target }) => put(index, { name: target.value })}
            />
            <Input
              aria-label={`${of}${index + 1}的说明`}
              placeholder="说明，可不填"
              maxLength={MAX_INFO}
              value={item.info}
              disabled={disabled}
              onChange={({ target }) => put(index, { info: target.value })}
            />
            <LinkField
              id={`${of}-link-${index}`}
              title="链接"
              value={item.url}
              disabled={disabled}
              onChange={(url) => put(index, { url })}
            />
          </span>
          <span>
            <Switch
              size="small"
              aria-label={`显示${item.name || `${of}${index + 1}`}`}
              checked={item.show}
              disabled={disabled}
              onChange={(show) => put(index, { show })}
            />
            <Button
              type="text"
              size="small"
              disabled={disabled || !index}
              onClick={() => onChange(items.toSpliced(index, 1).toSpliced(index - 1, 0, item))}
            >
              上移
            </Button>
            <Button
              type="text"
              danger
              size="small"
              disabled={disabled}
              onClick={() => onChange(items.toSpliced(index, 1))}
            >
              删除
            </Button>
          </span>
        </div>
      ))}
      <Button
        type="dashed"
        block
        disabled={disabled || items.length >= MAX_ITEMS}
        onClick={() => onChange([...items, { name: '', pic: '', url: '', info: '', sort: items.length, show: true }])}
      >
        添加{of}
      </Button>
    </>
  )
}
