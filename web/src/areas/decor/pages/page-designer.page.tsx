import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BarsOutlined from '@ant-design/icons/es/icons/BarsOutlined'
import BlockOutlined from '@ant-design/icons/es/icons/BlockOutlined'
import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import { useQuery } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { pageTerminals } from '@zhanggui/domain/decor/page.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { partFields } from '@zhanggui/page-kit/component.ts'
import { componentsOf, type Terminal } from '@zhanggui/page-kit/page.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import { Button, type InputRef, Skeleton, Tabs } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { reactToError } from '../../../api/reactions.ts'
import { read } from '../../../api/read.ts'
import { write } from '../../../api/write.ts'
import { useCan, useReadOnly } from '../../../kit/access/can.tsx'
import { confirm, showInfo, showSuccess, showWarning } from '../../../kit/feedback/feedback.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { mayLeave, useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { Canvas } from '../components/designer/canvas.tsx'
import { DragArea, type DropZone, useKeyboardLift } from '../components/designer/canvas-dnd.ts'
import styles from '../components/designer/designer.module.css'
import { useChanges, useIssues, useWindowWidth } from '../components/designer/designer-facts.ts'
import { DesignerFoot } from '../components/designer/designer-foot.tsx'
import { designerKeys } from '../components/designer/designer-key-list.ts'
import { useDesignerKeys } from '../components/designer/designer-keys.ts'
import left from '../components/designer/left.module.css'
import { BlockList, TemplateList } from '../components/designer/library.tsx'
import { OfferedDraft } from '../components/designer/offered-draft.tsx'
import { Outline } from '../components/designer/outline.tsx'
import { Palette } from '../components/designer/palette.tsx'
import { TopBar } from '../components/designer/top-bar.tsx'
import { usePageSession } from '../components/designer/use-page-session.ts'
import { DesignerDialogs, type OpenDialog } from '../components/page/designer-dialogs.tsx'
import { exportPage } from '../components/page/export-page.ts'
import { NewPageDialog } from '../components/page/new-page-dialog.tsx'
import { CopyPageDialog } from '../components/page/page-dialogs.tsx'
import { Panel, type PanelTab } from '../components/panel/panel.tsx'
import { clearPage } from '../model/page-acts.ts'
import { isDirty, pageOf, select, setTerminal, takeDocument, usePageStore } from '../model/page-store.ts'

const NARROW = 992
const SLIM = 1280
const LIST = '/design/page'

/** 页面设计器: a page, edited as buyers will see it. */
export default function PageDesignerPage() {
  const { id } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const type = search.get('type') ?? 'edit'
  const number = Number(id)
  const go = (next: number) => navigate(`/design/editor/${next}?type=edit`, { replace: true })
  if (!id || !Number.isSafeInteger(number))
    return <NewPageDialog type={search.get('kind') === '4' ? 4 : 2} onMade={go} onClose={() => navigate(LIST)} />
  if (type === 'copy') return <CopyPageDialog id={number} onCopied={go} onClose={() => navigate(LIST)} />
  return <Opened key={number} id={number} />
}

function Opened({ id }: { id: number }) {
  const { data, error, reload } = useReadOnce(read(decorPage.info, { params: { id } }))
  const mayUpdate = useCan(decorPage.saveDraft)
  const seeing = useReadOnly(decorPage.saveDraft)
  const readOnly = !mayUpdate || seeing !== undefined
  const session = usePageSession(data, readOnly)
  const isOpen = usePageStore((state) => state.id) === id
  if (error) return <FailedBlock error={error} onRetry={reload} />
  if (!data || !isOpen) return <Skeleton active style={{ padding: 24 }} />
  return <Designer info={data} session={session} />
}

type Session = ReturnType<typeof usePageSession>
function Designer({
  info: opened,
  session,
}: {
  info: Parameters<typeof usePageSession>[0] & object
  session: Session
}) {
  const { readOnly, history, acked, pageName } = usePageStore()
  const page = history.present
  const navigate = useNavigate()
  const width = useWindowWidth()
  const isNarrow = width < NARROW
  const isSlim = width < SLIM
  // Flags and times of the page, which others and the publishing change.
  const fresh = useQuery(read(decorPage.info, { params: { id: opened.id }, silent: true })).data
  const info = fresh ?? opened
  const issues = useIssues()
  const changes = useChanges(info.liveVersionId, page)
  const [tab, setTab] = useState<PanelTab>('content')
  const [leftTab, setLeftTab] = useState('parts')
  const [isLeftOpen, setLeftOpen] = useState(false)
  const [open, setOpen] = useState<OpenDialog>()
  const [said, announce] = useState('')
  const search = useRef<InputRef>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const zoom = useRef(1)
  const [canvasZone] = useState<CanvasZone>(() => ({
    scroller: { current: null },
    line: { current: null },
    scale: () => zoom.current,
  }))
  const [outlineZone] = useState<DropZone & CanvasZone>(() => ({
    scroller: { current: null },
    line: { current: null },
    scale: () => 1,
  }))
  const lift = useKeyboardLift(canvasZone, announce)
  const dirty = isDirty({ history, acked })
  useDirtyGuard(dirty)
  useEffect(() => {
    document.title = `${pageName} - 页面设计器`
  }, [pageName])

  async function save() {
    if (await session.save()) showSuccess('已保存')
  }
  async function leave() {
    if (dirty) await session.save()
    if (await mayLeave([window.location.pathname])) navigate(LIST)
  }
  /** What is looked at is what the server holds; who only looks has nothing to save. */
  async function preview() {
    if (await session.save()) setOpen({ kind: 'preview' })
    else showWarning('还没有保存好，保存后才能预览')
  }
  async function changeTerminal(terminal: Terminal) {
    if (!(await session.save())) return
    const isMovable = info.publishedNo === null && info.publishAt === null
    if (!isMovable) return setOpen({ kind: 'copy', terminal })
    try {
      const body = { id: info.id, version: usePageStore.getState().version, terminal }
      const saved = await write(decorPage.update, { body })
      setTerminal(terminal, saved.version)
      showSuccess(`已改为${pageTerminals[terminal]}的页面`)
    } catch (error) {
      reactToError(error)
    }
  }
  function showIssue({ componentId, path }: Issue) {
    setOpen(undefined)
    select(componentId ? [componentId] : [])
    const component = componentsOf(page).find((each) => each.id === componentId)
    const [part, key] = path
    const definition = component && definitionOf(component.type)
    const field = definition && part === 'props' ? partFields(definition, 'props')[String(key)] : undefined
    setTab(
      part === 'box'
        ? 'style'
        : part === 'rule' || part === 'anchor' || part === 'track'
          ? 'advanced'
          : part === 'share'
            ? 'style'
            : (field?.tab ?? 'content'),
    )
    requestAnimationFrame(() => {
      const row = document.querySelector(`[data-path="${path.slice(0, 2).join('.')}"]`)
      row?.scrollIntoView?.({ block: 'center' })
      row?.querySelector<HTMLElement>('input, button, textarea')?.focus()
    })
  }
  /** The first text of a component, else its first picture. */
  function edit(id: string) {
    select([id])
    const component = componentsOf(page).find((each) => each.id === id)
    const definition = component && definitionOf(component.type)
    if (!component || !definition || readOnly) return
    const fields = Object.entries(partFields(definition, 'props'))
    const wanted =
      fields.find(([, { control }]) => control === 'text' || control === 'area') ??
      fields.find(([, { control }]) => control === 'image' || control === 'list')
    if (wanted) showIssue({ componentId: id, path: ['props', wanted[0]] } as unknown as Issue)
  }
  /** Puts a document in place of the draft: what was there is kept as a version, and undo brings it back. */
  async function replaceBy(made: () => Promise<unknown>, words: string) {
    if (!(await session.save())) return
    try {
      await made()
      const after = await call(decorPage.info, { params: { id: info.id } })
      takeDocument(pageOf(after), after.version, words)
    } catch (error) {
      reactToError(error)
    }
  }
  /** Back to the draft as it was when the page was opened. */
  async function discard() {
    if (!dirty && usePageStore.getState().keptId === undefined) return showInfo('打开页面以后还没有改过')
    const content = '放弃打开页面以后的所有修改？现在的草稿会留作一个版本。'
    if (!(await confirm({ content, okText: '放弃修改', danger: true })) || !(await session.save())) return
    const { keptId, version } = usePageStore.getState()
    if (keptId !== undefined)
      await replaceBy(() => write(pageVersion.rollback, { body: { versionId: keptId, version } }), '放弃本次修改')
  }
  async function backToLive() {
    const versionId = info.liveVersionId
    if (versionId === null) return
    if (!(await confirm({ content: '重置为线上的版本？现在的草稿会留作一个版本。', okText: '重置' }))) return
    await replaceBy(
      () => write(pageVersion.rollback, { body: { versionId, version: usePageStore.getState().version } }),
      '重置为已发布版本',
    )
  }

  const keys = designerKeys({
    lift,
    zoom,
    onSave: () => (readOnly ? undefined : save()),
    onPublish: () => setOpen({ kind: 'publish', timed: false }),
    onFind: () => {
      setLeftTab('parts')
      setLeftOpen(true)
      requestAnimationFrame(() => search.current?.focus())
    },
    onHelp: () => setOpen({ kind: 'keys' }),
  })
  useDesignerKeys(keys)

  const maySave = useCan(decorPage.save)
  const menu = [
    { key: 'discard', label: '放弃本次修改', onClick: discard, hidden: readOnly },
    {
      key: 'template',
      label: '另存为模板',
      onClick: () => setOpen({ kind: 'template' }),
      hidden: !useCan({ permission: 'admin:pagediy:template' }),
    },
    { key: 'import', label: '导入', onClick: () => setOpen({ kind: 'import' }), hidden: readOnly || !maySave },
    {
      key: 'export',
      label: '导出',
      onClick: () => session.save().then((saved) => (saved ? exportPage(info.id, pageName) : undefined)),
    },
    { key: 'live', label: '重置为已发布版本', onClick: backToLive, hidden: readOnly || info.liveVersionId === null },
    { key: 'clear', label: '清空', onClick: clearPage, danger: true, hidden: readOnly },
    { key: 'keys', label: '快捷键', onClick: () => setOpen({ kind: 'keys' }) },
  ]
  const components = componentsOf(page)

  const tabs: { key: string; label: string; icon: ReactNode; content: ReactNode }[] = [
    { key: 'parts', label: '组件', icon: <AppstoreOutlined aria-hidden />, content: <Palette search={search} /> },
    {
      key: 'outline',
      label: '图层',
      icon: <BarsOutlined aria-hidden />,
      content: <Outline zone={outlineZone} issues={issues} />,
    },
    {
      key: 'templates',
      label: '模板',
      icon: <LayoutOutlined aria-hidden />,
      content: <TemplateList readOnly={readOnly} onReplace={replaceBy} />,
    },
    {
      key: 'blocks',
      label: '公共模块',
      icon: <BlockOutlined aria-hidden />,
      content: <BlockList readOnly={readOnly} onEdit={(block) => setOpen({ kind: 'editBlock', block })} />,
    },
  ]
  const leftZone = (
    <nav className={left.left} aria-label="添加和图层">
      <Tabs
        className={left.tabs}
        activeKey={leftTab}
        onChange={setLeftTab}
        items={tabs.map(({ key, label }) => ({ key, label }))}
      />
      <div className={left.body}>{tabs.find(({ key }) => key === leftTab)?.content}</div>
    </nav>
  )
  return (
    <DragArea zones={leftTab === 'outline' ? [outlineZone, canvasZone] : [canvasZone]} ghost={ghost}>
      <div className={styles.designer} data-width={isNarrow ? 'narrow' : isSlim ? 'slim' : 'wide'}>
        <TopBar
          isDefault={info.isDefault}
          changes={changes}
          isLive={info.liveVersionId !== null}
          isMovable={info.publishedNo === null && info.publishAt === null}
          narrow={isNarrow}
          menu={isNarrow ? menu.filter(({ key }) => key === 'export') : menu}
          onTerminal={changeTerminal}
          onBack={leave}
          onSave={save}
          onPreview={preview}
          onPublish={(timed = false) => setOpen({ kind: 'publish', timed })}
          onVersions={() => setOpen({ kind: 'publish', timed: false })}
        />
        {isNarrow ? (
          <div className={styles.narrow}>
            <p className={styles.notice}>请在电脑上装修。这里能看、发布和恢复版本。</p>
            <Canvas
              zone={canvasZone}
              zoomRef={zoom}
              issues={issues}
              lifted={undefined}
              isDefault={info.isDefault}
              onEdit={() => undefined}
              empty={<Empty />}
              preview
            />
          </div>
        ) : (
          <>
            {isSlim ? (
              <div className={styles.icons}>
                {tabs.map(({ key, label, icon }) => (
                  <Button
                    key={key}
                    type={isLeftOpen && leftTab === key ? 'primary' : 'text'}
                    icon={icon}
                    aria-label={label}
                    title={label}
                    aria-expanded={isLeftOpen && leftTab === key}
                    onClick={() => {
                      setLeftOpen(!(isLeftOpen && leftTab === key))
                      setLeftTab(key)
                    }}
                  />
                ))}
                {isLeftOpen && <div className={styles.flyout}>{leftZone}</div>}
              </div>
            ) : (
              leftZone
            )}
            <Canvas
              zone={canvasZone}
              zoomRef={zoom}
              issues={issues}
              lifted={lift.lifted}
              isDefault={info.isDefault}
              onEdit={edit}
              empty={<Empty />}
            />
            <Panel
              issues={issues}
              tab={tab}
              onTab={setTab}
              onBlock={(component) => setOpen({ kind: 'block', component })}
            />
            <DesignerFoot
              issues={issues}
              page={page}
              count={components.length}
              onIssue={showIssue}
              onKeys={() => setOpen({ kind: 'keys' })}
            />
          </>
        )}
        <div ref={ghost} className={styles.ghost} />
        <p className="visually-hidden" aria-live="assertive">
          {said}
        </p>
      </div>
      {session.offered && (
        <OfferedDraft
          key={session.offered.key}
          draft={session.offered}
          base={acked}
          onRestore={session.restore}
          onDrop={session.drop}
        />
      )}
      <DesignerDialogs
        open={open}
        onOpen={setOpen}
        info={info}
        issues={issues}
        keys={keys}
        session={session}
        onIssue={showIssue}
      />
    </DragArea>
  )
}

type CanvasZone = {
  scroller: { current: HTMLElement | null }
  line: { current: HTMLElement | null }
  scale: () => number
}

function Empty() {
  return (
    <div className={styles.empty}>
      <b>这个页面还是空的</b>
      从左边拖一个组件进来，或点一下它
    </div>
  )
}
