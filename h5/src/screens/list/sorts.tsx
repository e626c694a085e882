import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { go } from '../../go/go.ts'
import { FilterSheet } from './filter-sheet.tsx'
import styles from './list.module.css'
import type { Asked } from './list-source.ts'

const sorts = [
  { key: 'default', title: '综合' },
  { key: 'sales', title: '销量' },
  { key: 'news', title: '新品' },
  { key: 'price', title: '价格' },
] as const

type Given = {
  asked: Asked
  isTwo: boolean
  onLayout: () => void
}

/** How the list is sorted, narrowed and drawn. */
export function Sorts({ asked, isTwo, onLayout }: Given) {
  const { sort = 'default', order, minPrice, maxPrice, inStock } = asked
  const [isFiltering, setFiltering] = useState(false)
  const isFiltered = minPrice !== undefined || maxPrice !== undefined || inStock === true
  const [search] = useSearchParams()
  const choose = (key: (typeof sorts)[number]['key']) => {
    const next = new URLSearchParams(search)
    next.set('sort', key)
    next.delete('order')
    if (key === 'price') next.set('order', sort === 'price' && order !== 'desc' ? 'desc' : 'asc')
    go(`/list?${next}`, { replace: true })
    window.scrollTo(0, 0)
  }
  return (
    <>
      <div className={styles.sorts}>
        {sorts.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === sort}
            className={key === sort ? styles.on : ''}
            onClick={() => choose(key)}
          >
            {title}
            {key === 'price' && (sort !== 'price' ? '' : order === 'desc' ? '↓' : '↑')}
          </button>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          className={isFiltered ? styles.on : ''}
          onClick={() => setFiltering(true)}
        >
          筛选
        </button>
        <button type="button" className={styles.look} aria-label={isTwo ? '换成列表' : '换成图片'} onClick={onLayout}>
          <Icon name={isTwo ? 'list' : 'category'} size={20} />
        </button>
      </div>
      {isFiltering && <FilterSheet onClose={() => setFiltering(false)} />}
    </>
  )
}
