import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import { type EditedMenu, wechatMenu } from '@zhanggui/contract/wechat/wechat-menu.ts'
import {
  faultOfMenu,
  type MenuItem,
  menuChanges,
  tidyMenu,
  type WechatMenu,
} from '@zhanggui/domain/wechat/wechat-menu.ts'
import { Alert, Button, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { reactToError } from '../../../api/reactions.ts'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan, useReadOnly } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { askAboutConflict } from '../../../kit/dialog/version-conflict.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../kit/page/dirty-guard.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { When } from '../../../kit/text/when.tsx'
import { ItemForm } from '../components/menu/item-form.tsx'
import styles from '../components/menu/menu.module.css'
import { MenuChanges } from '../components/menu/menu-changes.tsx'
import { MenuList } from '../components/menu/menu-list.tsx'
import { MenuLog, menuLine } from '../components/menu/menu-log.tsx'
import { MenuPhone } from '../components/menu/menu-phone.tsx'
import { TapPreview } from '../components/menu/tap-preview.tsx'
import { add, type Entry, move, moveBelow, placeOf, put, remove, toMenu, toTree } from '../model/menu-tree.ts'

const none: WechatMenu = { button: [] }

/** 微信菜单: the official account's menu, edited beside a fan's phone. */
export default function WechatMenuPage() {
  const stored = useReadOnce(read(wechatMenu.get, { query: {} }))
  if (stored.error) return <FailedBlock error={stored.error} onRetry={stored.reload} />
  if (!stored.data) return <Skeleton active />
  return <MenuEditor key={stored.data.version} stored={stored.data} onReload={stored.reload} />
}

type Stored = { stored: EditedMenu; onReload: () => Promise<void> }

function MenuEditor({ stored, onReload }: Stored) {
  const [base, setBase] = useState(stored)
  const [tree, setTree] = useState(() => toTree(stored.menu))
  const [chosen, setChosen] = useState(tree[0]?.id)
  const [refused, setRefused] = useState<string>()
  const [hasLog, setHasLog] = useState(false)
  const mayWrite = useCan(wechatMenu.create)
  const readOnly = useReadOnly(wechatMenu.create)
  const disabled = !mayWrite || readOnly !== undefined

  const menu = tidyMenu(toMenu(tree))
  const published = base.published ?? none
  const changes = menuChanges(published, menu)
  const dirty = JSON.stringify(menu) !== JSON.stringify(tidyMenu(base.menu))
  useDirtyGuard(dirty)
  const place = placeOf(tree, chosen)
  const body = { menu, version: base.version }
  const fault = faultOfMenu(menu)

  const handled = {
    onError: (error: Error) => setRefused(error.message),
    onConflict: async (current: unknown, message: string) => {
      const latest = current as { menu: WechatMenu; version: number }
      const describe = { menu: (value: unknown) => menuLine(value as WechatMenu) }
      const conflict = { message, fields: wechatMenu.draft.body, mine: { menu }, current: latest, describe }
      if (await askAboutConflict(conflict)) await onReload()
    },
  }
  const keep = useWrite(wechatMenu.draft, {
    message: '已保存草稿',
    onSuccess: ({ version }) => setBase({ ...base, menu, version, source: 'shop' }),
    onConflict: handled.onConflict,
  })
  const publish = useWrite(wechatMenu.create, { message: '已发布，约 5 分钟内生效', onSuccess: onReload, ...handled })
  const restore = useWrite(wechatMenu.restore, {
    message: '已恢复到草稿，发布后粉丝才能看到',
    onSuccess: onReload,
    onConflict: handled.onConflict,
  })
  const drop = useWrite(wechatMenu.remove as Route<RouteSpec>, { message: '已删除线上菜单', onSuccess: onReload })

  const side = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  function choose(id: string | undefined) {
    setChosen(id)
    // On phones the fields are below the menu, out of sight.
    if (isPhone) requestAnimationFrame(() => side.current?.scrollIntoView?.({ behavior: 'smooth' }))
  }
  function change(next: Entry[]) {
    setRefused(undefined)
    setTree(next)
  }
  function replace(next: WechatMenu) {
    const shown = toTree(next)
    change(shown)
    setChosen(shown[0]?.id)
  }
  async function handleAdd(parent?: Entry) {
    const content = `给「${parent?.name}」加子菜单？它自己的动作会去掉，点它只展开子菜单。`
    if (parent && acts(parent) && !(await confirm({ content, okText: '加子菜单' }))) return
    const added = add(tree, parent)
    change(added.tree)
    choose(added.id)
  }
  async function handleRemove({ id, name, below }: Entry) {
    const content = `删除「${name || '未命名'}」和里面的 ${below.length} 个子菜单？`
    if (!below.length || (await confirm({ content, okText: '删除', danger: true }))) change(remove(tree, id))
  }
  const handleMove = (id: string, to: number) => change(move(tree, id, to))
  async function handlePublish() {
    const content = '发布后粉丝重新进入公众号，约 5 分钟内看到新菜单。'
    if (await confirm({ content: `发布菜单？${content}`, okText: '发布' })) publish.mutate({ body })
  }
  async function handleDelete() {
    if (await confirmDelete(`删除线上菜单？粉丝不再看到菜单，草稿保留${dirty ? '；没保存的修改会丢掉' : ''}。`))
      drop.mutate({})
  }
  async function handleRefresh() {
    if (dirty && !(await confirm({ content: '用公众平台上的菜单换掉正在改的？', okText: '换掉' }))) return
    const latest = await call(wechatMenu.get, { query: { refresh: true } }).catch(reactToError)
    if (!latest) return
    setBase({ ...base, notes: latest.notes })
    replace(latest.menu)
  }
  async function handleRestore(id: number) {
    setHasLog(false)
    if (!dirty || (await confirm({ content: '用发布过的菜单换掉正在改的？', okText: '换掉' })))
      restore.mutate({ body: { id, version: base.version } })
  }

  const summary = (
    <>
      {changes.length > 0 && (
        <>
          草稿改了 <b>{changes.length}</b> 处，
        </>
      )}
      {base.publishTime ? (
        <>
          线上是 {base.publishBy} <When at={base.publishTime} /> 发布的
        </>
      ) : (
        '还没有从这里发布过'
      )}
    </>
  )
  return (
    <div className={styles.page}>
      <PageHeader
        summary={summary}
        acts={
          <>
            <Button onClick={handleRefresh}>读取线上菜单</Button>
            <Can do={wechatMenu.log}>
              <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHasLog(true)}>
                发布记录
              </Button>
            </Can>
            <Can do={wechatMenu.remove}>
              <WriteButton of={drop} danger onClick={handleDelete}>
                删除线上菜单
              </WriteButton>
            </Can>
            <Can do={wechatMenu.draft}>
              <WriteButton of={keep} disabled={!dirty} onClick={() => keep.mutate({ body })}>
                保存草稿
              </WriteButton>
            </Can>
            <Can do={wechatMenu.create}>
              <WriteButton of={publish} type="primary" disabled={fault !== undefined} onClick={handlePublish}>
                保存并发布
              </WriteButton>
            </Can>
          </>
        }
      />
      {refused && (
        <Alert
          type="error"
          showIcon
          title={`没有发布：${refused}`}
          description="粉丝看到的还是原来的菜单，改好后再发布。"
        />
      )}
      {base.notes.map((note) => (
        <Alert key={note} type="warning" showIcon title={note} />
      ))}
      {fault && tree.length > 0 && <Alert type="info" showIcon title={`还不能发布：${fault.message}`} />}
      <div className={styles.body}>
        <div className={styles.stage}>
          <MenuPhone
            tree={tree}
            place={place}
            disabled={disabled}
            onChoose={choose}
            onMove={handleMove}
            onAdd={handleAdd}
          >
            <TapPreview entry={place?.entry} />
          </MenuPhone>
          <p>点手机里的菜单就能改；按住拖动换位置</p>
        </div>
        <MenuList
          tree={tree}
          chosen={place?.entry.id}
          disabled={disabled}
          clicks={new Map(base.clicks.map(({ key, count }) => [key, count]))}
          marks={marksOf(tree, published)}
          onChoose={choose}
          onMove={handleMove}
          onAdd={handleAdd}
        />
        <div ref={side} className={styles.side}>
          {place ? (
            <ItemForm
              tree={tree}
              place={place}
              disabled={disabled}
              own={{ appid: base.routineAppid, siteUrl: base.siteUrl }}
              onChange={(item: Partial<MenuItem>) => change(put(tree, place.entry.id, item))}
              onMove={(to) => handleMove(place.entry.id, to)}
              onMoveBelow={(parentId) => change(moveBelow(tree, place.entry.id, parentId))}
              onRemove={() => handleRemove(place.entry)}
            />
          ) : (
            <div className={styles.card}>
              <EmptyBlock text="还没有菜单" more="一级菜单最多 3 个，每个里面最多 5 个子菜单" />
            </div>
          )}
          <MenuChanges changes={changes} disabled={disabled} onUndo={replace} />
        </div>
      </div>
      {hasLog && <MenuLog disabled={disabled} onRestore={handleRestore} onClose={() => setHasLog(false)} />}
    </div>
  )
}

/** Whether an item does something itself, which it gives up for items below it. */
const acts = ({ below, key, url, pagepath }: Entry) => !below.length && Boolean(key || url || pagepath)

/** Which items are new or changed, compared with what fans see. */
function marksOf(tree: readonly Entry[], published: WechatMenu): ReadonlyMap<string, '新' | '改'> {
  const marks = new Map<string, '新' | '改'>()
  const known = published.button.flatMap((each) => [each, ...(each.sub_button ?? [])])
  for (const { id, below, ...item } of tree.flatMap((entry) => [entry, ...entry.below])) {
    const old = known.find(({ name }) => name === item.name)
    if (!old) marks.set(id, '新')
    else if (
      !below.length &&
      menuChanges({ button: [old] }, { button: [tidyMenu({ button: [item] }).button[0] ?? item] }).length
    )
      marks.set(id, '改')
  }
  return marks
}
