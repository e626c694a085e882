import {
  GRID_LINES,
  type GridFailure,
  type GridProduct,
  type GridSave,
  productGrid,
} from '@zhanggui/contract/product/product-grid.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { serverNow } from '../../../../api/server-time.ts'
import { useSession } from '../../../../api/session.ts'
import { canCall } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { confirm, showInfo, showSuccess, showWarning, undo } from '../../../../kit/feedback/feedback.ts'
import { DraftOffer } from '../../../../kit/form/draft/draft-offer.tsx'
import { useDraft } from '../../../../kit/form/draft/use-draft.ts'
import { listKeys, useKeys } from '../../../../kit/keys/keys.ts'
import { BottomBar } from '../../../../kit/page/bottom-bar.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { PageHeader } from '../../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { openUndo } from '../../../../kit/product/product-undo-dialog.tsx'
import { type GridColumn, linesOf } from '../../model/grid/grid-cells.ts'
import { nextUnread } from '../../model/grid/grid-edits.ts'
import { effectsOf } from '../../model/grid/grid-effects.ts'
import { at } from '../../model/grid/grid-select.ts'
import type { KeptCell } from '../../model/grid/grid-send.ts'
import { createGridStore, isDirty } from '../../model/grid/grid-store.ts'
import { FormulaDialog } from './formula-dialog.tsx'
import { GridCards } from './grid-cards.tsx'
import { gridKeys } from './grid-keys.ts'
import { GridPreview } from './grid-preview.tsx'
import { GridStatus } from './grid-status.tsx'
import styles from './product-grid.module.css'
import { ProductGrid, report } from './product-grid.tsx'
import type { GridRows } from './use-grid-rows.ts'
import { useGridSend } from './use-grid-send.ts'

/** How long what was saved offers to be taken back, as other batches do. */
const UNDO_MS = 10 * 60_000

type Props = {
  /** The address whose products are shown: drafts are kept by it. */
  search: string
  loaded: GridRows
  columns: readonly GridColumn[]
  onDirty: (dirty: boolean) => void
}

/** The grid with its acts, once its products are read. */
export function GridScreen({ search, loaded, columns, onDirty }: Props) {
  const [store] = useState(() => createGridStore(loaded.rows.flatMap(linesOf), columns))
  const dirty = useStore(store, isDirty)
  const size = useStore(store, ({ edits }) => edits.values.size)
  const unread = useStore(store, ({ edits }) => edits.unread.size)
  const [past, future] = [
    useStore(store, (state) => state.past.length),
    useStore(store, (state) => state.future.length),
  ]
  const lines = useStore(store, (state) => state.lines)
  const [open, setOpen] = useState<'formula' | 'preview'>()
  const [failures, setFailures] = useState<readonly GridFailure[]>([])
  const tools = useRef<HTMLDivElement>(null)
  const session = useSession()
  const phone = useIsPhone()
  const { sending, send, stop } = useGridSend(store)
  useDirtyGuard(dirty)
  const close = () => setOpen(undefined)
  useKeys('快速编辑', phone ? [] : gridKeys)

  const draft = useDraft<{ cells: KeptCell[] }>({
    of: 'product-grid',
    id: search,
    dirty,
    body: () => ({ cells: store.kept() }),
    fits: (body) => 'cells' in body && Array.isArray(body.cells),
    onRestore: ({ cells }) => {
      const { lost, unsure } = store.revive(cells)
      if (!isDirty(store.getState())) draft.forget()
      if (unsure) showWarning(`${unsure} 处库存可能已保存，没有恢复，请看单元格的提示`)
      else if (lost) showInfo(`已恢复，${lost} 处修改的商品不在这里了`)
      else showInfo(isDirty(store.getState()) ? '已恢复未保存的修改' : '上次的修改都已保存')
    },
  })

  const tellDirty = useEffectEvent(onDirty)
  useEffect(() => tellDirty(dirty), [dirty])
  // What others changed meanwhile is shown, unless it would mix with what is being typed: then versions decide on saving.
  const renew = useEffectEvent((rows: readonly GridProduct[]) => {
    if (!isDirty(store.getState()) && !sending) store.renew(rows.flatMap(linesOf))
  })
  useEffect(() => renew(loaded.rows), [loaded.rows])

  async function handleSend(note: Pick<GridSave, 'reason' | 'remark'>) {
    const { undoId, success, errors, left } = await send(note)
    setFailures(errors)
    close()
    if (!success && !errors.length) return
    const rest = left ? `，${left} 个未发送` : ''
    const text = `已保存 ${success} 个商品${errors.length ? `，${errors.length} 个未保存` : ''}${rest}`
    if (undoId && success && canCall(session, productUndo.start))
      undo(text, () => openUndo(undoId, '撤销快速编辑'), { until: new Date(serverNow().getTime() + UNDO_MS) })
    else if (success) showSuccess(text)
  }

  async function handleDiscard() {
    if (await confirm({ content: `放弃 ${size + unread} 处未保存的修改？`, okText: '放弃修改' })) store.discard()
  }

  function showNext() {
    const { edits, selection } = store.getState()
    const next = nextUnread(edits, store.sheet(), selection.active)
    if (next) store.select(at(next))
    document.querySelector<HTMLElement>('td[data-active]')?.focus()
  }

  function preview() {
    if (size) setOpen('preview')
    else showInfo(unread ? '还有单元格无法识别，请先修改' : '没有要保存的修改')
  }

  const save = (
    <WriteButton type="primary" of={productGrid.save} disabled={!size} onClick={preview}>
      {size ? `预览并保存 ${size} 处` : '预览并保存'}
    </WriteButton>
  )
  const steps = (
    <>
      <Button disabled={!past} onClick={store.undo}>
        撤销
      </Button>
      <Button disabled={!future} onClick={store.redo}>
        重做
      </Button>
    </>
  )
  return (
    <>
      <PageHeader
        summary={
          <>
            <b>{new Set(lines.map(({ productId }) => productId)).size}</b> 个商品 · <b>{lines.length}</b> 个规格
          </>
        }
        acts={!phone && save}
      />
      <DraftOffer draft={draft} />
      {loaded.cut && (
        <Alert type="info" showIcon title={`只显示前 ${GRID_LINES} 个规格：请在商品管理缩小筛选，或勾选商品后再打开`} />
      )}
      {failures.length > 0 && <Failures failures={failures} onClose={() => setFailures([])} />}
      <div className={styles.tools} ref={tools}>
        <Button onClick={() => setOpen('formula')}>公式</Button>
        {!phone && <Button onClick={() => report(store.fillDown(), '填充')}>向下填充</Button>}
        {steps}
        <Button disabled={!dirty} onClick={handleDiscard}>
          放弃修改
        </Button>
        {!phone && unread > 0 && (
          <Button danger onClick={showNext}>
            {unread} 个无法识别
          </Button>
        )}
        {!phone && (
          <Button type="text" className={styles.end} onClick={listKeys}>
            快捷键
          </Button>
        )}
      </div>
      {phone ? (
        <GridCards store={store} />
      ) : (
        <>
          <ProductGrid
            store={store}
            onFormula={() => setOpen('formula')}
            onSend={preview}
            onLeave={() => tools.current?.querySelector('button')?.focus()}
          />
          <GridStatus store={store} savedAt={draft.savedAt} />
        </>
      )}
      {phone && <BottomBar>{save}</BottomBar>}
      {open === 'formula' && <FormulaDialog store={store} phone={phone} onClose={close} />}
      {open === 'preview' && (
        <GridPreview
          effects={effectsOf(store.getState().edits, store.sheet())}
          sending={sending}
          onSend={handleSend}
          onStop={stop}
          onClose={close}
        />
      )}
    </>
  )
}

/** The products that were left as they are, and why; their cells are marked in the grid. */
function Failures({ failures, onClose }: { failures: readonly GridFailure[]; onClose: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      closable={{ 'aria-label': '关闭', onClose }}
      title={`${failures.length} 个商品未保存，修改还在表格里`}
      description={
        <ul className={styles.failures}>
          {failures.map(({ id, name, message }) => (
            <li key={id}>
              {name || `商品 ${id}`}：{message}
            </li>
          ))}
        </ul>
      }
    />
  )
}
