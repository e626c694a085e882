import { Card, Input } from 'antd'
import { useState } from 'react'
import { copy } from '../../../kit/feedback/copy.ts'
import { Icon, iconNames } from '../../../kit/icon.tsx'
import { NothingFound } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import styles from './icon-gallery.module.css'

/** 图标库: every icon with its name; a click copies the name for use in the menu. */
export default function IconGalleryPage() {
  const [wanted, setWanted] = useState('')
  const shown = iconNames.filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <Card
        title={`${iconNames.length} 个图标`}
        extra={
          <Input.Search
            allowClear
            className={styles.filter}
            placeholder="输入名称筛选"
            aria-label="筛选图标"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
        }
      >
        <p className={styles.hint}>点击图标即可复制名称，用于菜单管理中的“菜单图标”。</p>
        {shown.length ? (
          <div className={styles.icons}>
            {shown.map((name) => (
              <button key={name} type="button" onClick={() => copy(name)} title={`复制 ${name}`}>
                <Icon name={name} />
                <span>{name}</span>
              </button>
            ))}
          </div>
        ) : (
          <NothingFound count={1} of="图标" onClear={() => setWanted('')} />
        )}
      </Card>
    </div>
  )
}
