import { diffPages } from '@zhanggui/page-kit/diff.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { When } from '../../../../kit/text/when.tsx'
import type { LocalDraft } from '../../model/page-drafts.ts'
import styles from './designer.module.css'
import { valueWords } from './page-diff.ts'

type Given = {
  draft: LocalDraft
  /** The draft as the server holds it. */
  base: Page
  onRestore: () => void
  onDrop: () => void
}

/** What a window that is gone left unsaved: said with its age, and what it would change, before anything is replaced. */
export function OfferedDraft({ draft, base, onRestore, onDrop }: Given) {
  const [looking, setLooking] = useState(false)
  const rows = diffPages(base, draft.draft)
  return (
    <div className={styles.offer} role="alert">
      <span>
        上次有没保存的修改（
        <When at={draft.at} />，{rows.length} 处）
      </span>
      <Button size="small" onClick={onDrop}>
        不要了
      </Button>
      <Button size="small" type="primary" onClick={() => setLooking(true)}>
        恢复未保存的修改
      </Button>
      {looking && (
        <Dialog
          title="恢复未保存的修改"
          width={560}
          okText={`恢复 ${rows.length} 处`}
          cancelText="取消"
          onCancel={() => setLooking(false)}
          onOk={onRestore}
        >
          <p>
            <When at={draft.at} /> 留在这个浏览器里的修改。和现在的草稿比，恢复后会变的是：
          </p>
          <ul className={styles.rows}>
            {rows.map((row) => (
              <li key={`${row.kind} ${row.id} ${row.path.join('.')}`}>
                <span>{row.words}</span>
                {valueWords(row) && <small>{valueWords(row)}</small>}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  )
}
