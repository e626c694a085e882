import { category } from '@zhanggui/contract/product/category.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { CallError } from '../../../../api/call-error.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { showInfo } from '../../../../kit/feedback/feedback.ts'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { CategoryCascader } from '../../shared/category-cascader.tsx'
import type { CategoryRow } from './category-tree.ts'

/**
 * Asks for confirmation before a category is deleted and, if it has products or articles, for the category they move to; once more if
 * coupons, styles or pages name it.
 */
export function CategoryRemoval({ row, onClose }: { row: CategoryRow; onClose: () => void }) {
  const [moveTo, setMoveTo] = useState<number>()
  /** Products were added to the category after the list was fetched. */
  const [inUse, setInUse] = useState(false)
  /** What is for it, once the server has told. */
  const [users, setUsers] = useState<readonly Use[]>([])
  const remove = useWrite(category.remove, {
    message: '删除成功',
    onSuccess: onClose,
    onError: (error) => {
      if (!(error instanceof CallError) || error.code !== 'IN_USE') return
      const uses = usesIn(error)
      setUsers(uses.filter(({ type }) => type in kinds))
      setInUse((known) => known || !uses.length || uses.some(({ type }) => type === 'product' || type === 'article'))
    },
  })
  const cancel = () => {
    showInfo('已取消')
    onClose()
  }
  const count = row.productCount
  const hasProducts = count > 0 || inUse
  const ofArticles = row.type === 3
  const inIt = ofArticles ? '篇文章' : '个商品'
  return (
    <Dialog
      title="删除分类"
      width={460}
      onCancel={cancel}
      footer={[
        <Button key="cancel" disabled={remove.isPending} onClick={cancel}>
          不删除
        </Button>,
        <WriteButton
          key="ok"
          danger
          type="primary"
          of={remove}
          disabled={hasProducts && !moveTo}
          onClick={() => remove.mutate({ query: { id: row.id, moveTo, force: users.length ? true : undefined } })}
        >
          {users.length ? '仍要删除' : '删除'}
        </WriteButton>,
      ]}
    >
      <p>删除分类「{row.name}」？</p>
      {users.length > 0 && <p>{noteOf(users)}</p>}
      {hasProducts && (
        <WriteForm layout="vertical" of={remove}>
          <Form.Item
            label="转移到"
            htmlFor="category-move-to"
            required
            extra={`分类「${row.name}」下有 ${count || '若干'} ${inIt}，删除后归入所选分类`}
          >
            <CategoryCascader
              id="category-move-to"
              type={ofArticles ? 3 : 1}
              withHidden
              without={row.id}
              value={moveTo}
              onChange={setMoveTo}
              placeholder="请选择要转移到的分类"
            />
          </Form.Item>
        </WriteForm>
      )}
    </Dialog>
  )
}

type Use = { type: string; name: string }

const usesIn = ({ body }: CallError) => (body as { uses?: Use[] } | undefined)?.uses ?? []

/** What can be for a category besides its products: what it is called, and counted in. */
const kinds: Readonly<Record<string, { title: string; counted: string }>> = {
  coupon: { title: '品类券', counted: '张券' },
  'activity-style': { title: '活动样式', counted: '个样式' },
  page: { title: '页面', counted: '个页面' },
  block: { title: '公共模块', counted: '个模块' },
}
/** At most so many of a kind are named. */
const NAMED = 3

function noteOf(users: readonly Use[]): string {
  const parts = Object.entries(kinds).flatMap(([type, { title, counted }]) => {
    const names = users.filter((user) => user.type === type).map(({ name }) => name)
    const more = names.length > NAMED ? `等 ${names.length} ${counted}` : ''
    return names.length ? [`${title}「${names.slice(0, NAMED).join('」「')}」${more}`] : []
  })
  return `${parts.join('、')}适用于该分类，删除后不再适用`
}
