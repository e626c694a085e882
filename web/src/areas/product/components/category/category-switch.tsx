import { category } from '@zhanggui/contract/product/category.ts'
import { Switch, Tag } from 'antd'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan, useReadOnly } from '../../../../kit/access/can.tsx'
import { Greyed } from '../../../../kit/access/greyed.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import type { CategoryRow } from './category-tree.ts'

/** A category's own switch, with a note if a category above hides it anyway. */
export function CategorySwitch({ row: { id, name, status, isShow, children } }: { row: CategoryRow }) {
  const flip = useWrite(category.updateStatus, { message: status ? '已隐藏' : '已显示' })
  const allowed = useCan(category.updateStatus)
  const readOnly = useReadOnly(category.updateStatus)
  const text = status ? '显示' : '隐藏'
  const hiddenAbove = status && !isShow && <Tag>上级已隐藏</Tag>

  async function handleFlip() {
    const content = `隐藏分类「${name}」？${children ? '其下级分类也不再显示。' : ''}`
    if (!status || (await confirm({ content, okText: '隐藏' }))) flip.mutate({ params: { id } })
  }

  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      {allowed ? (
        <Greyed why={readOnly}>
          <Switch
            checked={status}
            loading={flip.isPending}
            checkedChildren="显示"
            unCheckedChildren="隐藏"
            aria-label={`分类「${name}」：${text}`}
            onChange={handleFlip}
          />
        </Greyed>
      ) : (
        <Tag color={status ? 'success' : undefined}>{text}</Tag>
      )}
      {hiddenAbove}
    </span>
  )
}
