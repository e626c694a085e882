import { decorPage, type PageInfo } from '@zhanggui/contract/decor/page.ts'
import type { PageBlock } from '@zhanggui/contract/decor/page-block.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { nameOf } from '@zhanggui/page-kit/diff.ts'
import type { Component, Terminal } from '@zhanggui/page-kit/page.ts'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../../api/call.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { pageOf, takeDocument, usePageStore } from '../../model/page-store.ts'
import styles from '../designer/designer.module.css'
import { type DesignerKey, written } from '../designer/designer-keys.ts'
import { SaveBlockDialog } from '../designer/library.tsx'
import type { usePageSession } from '../designer/use-page-session.ts'
import { BlockDialog } from '../panel/block-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { CopyPageDialog, TemplateDialog } from './page-dialogs.tsx'

const PublishDrawer = lazy(() =>
  loadChunk(async () => ({ default: (await import('../designer/publish-drawer.tsx')).PublishDrawer })),
)
const PreviewDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('../designer/preview-dialog.tsx')).PreviewDialog })),
)

/** Which dialog stands over the designer. */
export type OpenDialog =
  | { kind: 'publish'; timed: boolean }
  | { kind: 'preview'; versionId?: number }
  | { kind: 'keys' }
  | { kind: 'block'; component: Component }
  | { kind: 'editBlock'; block: PageBlock }
  | { kind: 'copy'; terminal: Terminal }
  | { kind: 'template' }
  | { kind: 'import' }

type Props = {
  open: OpenDialog | undefined
  onOpen: (next: OpenDialog | undefined) => void
  info: PageInfo
  issues: readonly Issue[]
  keys: readonly DesignerKey[]
  session: ReturnType<typeof usePageSession>
  onIssue: (issue: Issue) => void
}

/** The dialogs of the designer, at most one at a time. */
export function DesignerDialogs({ open, onOpen, info, issues, keys, session, onIssue }: Props) {
  const { readOnly, history, pageName } = usePageStore()
  const navigate = useNavigate()
  return (
    <>
      <Suspense fallback={null}>
        {open?.kind === 'publish' && (
          <PublishDrawer
            info={info}
            draft={history.present}
            latestVersion={() => usePageStore.getState().version}
            issues={issues}
            title={pageName}
            readOnly={readOnly}
            editing
            timed={open.timed}
            onSave={session.save}
            onIssue={onIssue}
            onTaken={takeDocument}
            onPreview={(versionId) => onOpen({ kind: 'preview', versionId })}
            onPublished={() => onOpen(undefined)}
            onClose={() => onOpen(undefined)}
          />
        )}
        {open?.kind === 'preview' && (
          <PreviewDialog
            of={info}
            versionId={open.versionId}
            name={pageName}
            // A version is looked at from the drawer, to which one comes back.
            onClose={() => onOpen(open.versionId === undefined ? undefined : { kind: 'publish', timed: false })}
          />
        )}
      </Suspense>
      {open?.kind === 'keys' && (
        <Dialog title="快捷键" width={420} footer={null} onCancel={() => onOpen(undefined)}>
          <dl className={styles.keys}>
            {keys.map(({ label, act }) => [<dt key={label}>{written(label)}</dt>, <dd key={act}>{act}</dd>])}
          </dl>
        </Dialog>
      )}
      {open?.kind === 'block' && (
        <SaveBlockDialog component={open.component} name={nameOf(open.component)} onClose={() => onOpen(undefined)} />
      )}
      {open?.kind === 'editBlock' && <BlockDialog block={open.block} onClose={() => onOpen(undefined)} />}
      {open?.kind === 'copy' && (
        <CopyPageDialog
          id={info.id}
          name={pageName}
          terminal={open.terminal}
          onCopied={(id) => navigate(`/design/editor/${id}?type=edit`)}
          onClose={() => onOpen(undefined)}
        />
      )}
      {open?.kind === 'template' && (
        <TemplateDialog id={info.id} name={pageName} before={session.save} onClose={() => onOpen(undefined)} />
      )}
      {open?.kind === 'import' && (
        <ImportDialog
          page={{ id: info.id, version: () => usePageStore.getState().version }}
          before={session.save}
          onDone={async () => {
            const after = await call(decorPage.info, { params: { id: info.id } })
            takeDocument(pageOf(after), after.version, '导入页面')
          }}
          onClose={() => onOpen(undefined)}
        />
      )}
    </>
  )
}
