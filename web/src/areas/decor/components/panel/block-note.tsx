import { detach } from '@zhanggui/page-kit/operations.ts'
import type { Component } from '@zhanggui/page-kit/page.ts'
import { refsOfComponent } from '@zhanggui/page-kit/refs.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { change, usePageStore } from '../../model/page-store.ts'
import { useMayChangeBlock, usesWords } from '../designer/block-uses.ts'
import { useBlockList } from '../designer/drawn-page.tsx'
import { BlockDialog } from './block-dialog.tsx'
import styles from './panel.module.css'

/** What stands behind a shared block, and the two ways to change it: for all pages, or for this one. */
export function BlockNote({ component }: { component: Component }) {
  const readOnly = usePageStore((state) => state.readOnly)
  const mayChange = useMayChangeBlock()
  const [editing, setEditing] = useState(false)
  const [ref] = refsOfComponent(component)
  const block = useBlockList().list?.find(({ id }) => id === ref?.id)
  if (!block) return null
  const held = block.component as unknown as Component
  return (
    <div className={styles.note}>
      <p>
        「{block.name}」{block.uses.length ? `用在 ${usesWords(block)}` : '还没有页面在用'}
      </p>
      {mayChange(block) && (
        <Button size="small" onClick={() => setEditing(true)}>
          改这里，{block.uses.length} 个页面一起变
        </Button>
      )}
      <Button
        size="small"
        disabled={readOnly}
        onClick={() => void change((page) => detach(page, component.id, held), { words: `只改这一页：${block.name}` })}
      >
        只改这一页
      </Button>
      {editing && <BlockDialog block={block} onClose={() => setEditing(false)} />}
    </div>
  )
}
