import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../page/load-chunk.ts'
import type { RichTextEditorProps } from './editor.tsx'
import styles from './rich-text.module.css'

const Editor = lazy(() => loadChunk(() => import('./editor.tsx')))

/**
 * Formatted text as HTML, for a `Field`. Pictures are uploaded by button, drop and paste. The server sanitises what it
 * receives: this determines what staff see, not what is safe.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense
      fallback={
        <div className={styles.frame}>
          <Skeleton active title={false} paragraph={{ rows: 5 }} style={{ padding: 12 }} />
        </div>
      }
    >
      <Editor {...props} />
    </Suspense>
  )
}
