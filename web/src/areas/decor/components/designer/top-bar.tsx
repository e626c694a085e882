import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { MAX_PAGE_NAME, pageTerminals } from '@zhanggui/domain/decor/page.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { stepsOf } from '@zhanggui/page-kit/history.ts'
import type { Terminal } from '@zhanggui/page-kit/page.ts'
import { Button, Dropdown, Input, Popover, Space, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan, useReadOnly } from '../../../../kit/access/can.tsx'
import { Named } from '../../../../kit/page/named.tsx'
import { jumpTo, redoStep, type SaveState, setName, undoStep, usePageStore } from '../../model/page-store.ts'
import styles from './designer.module.css'

type TopBarProps = {
  isDefault: boolean
  /** Rows of what is not live yet; undefined while the live version is not known. */
  changes: number | undefined
  isLive: boolean
  /** Nothing of it went live or waits to: until then it may be for another terminal, later only a copy of it. */
  isMovable: boolean
  narrow: boolean
  menu: readonly { key: string; label: string; onClick: () => void; danger?: boolean; hidden?: boolean }[]
  onTerminal: (terminal: Terminal) => void
  onBack: () => void
  onSave: () => void
  onPreview: () => void
  onPublish: (timed?: boolean) => void
  onVersions: () => void
}

export function TopBar({
  isDefault,
  changes,
  isLive,
  isMovable,
  narrow,
  menu,
  onTerminal,
  onBack,
  onSave,
  onPreview,
  onPublish,
  onVersions,
}: TopBarProps) {
  const { readOnly, saved, editors, terminal } = usePageStore()
  const seeing = useReadOnly(decorPage.publish)
  const mayPublish = useCan(decorPage.publish)
  const count = changes ? `${changes} 处` : ''
  return (
    <header className={styles.top}>
      <Named name="返回">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} aria-label="返回" onClick={onBack} />
      </Named>
      <PageName />
      {isDefault && <Tag color="success">首页</Tag>}
      {readOnly || narrow ? (
        <Tag>{pageTerminals[terminal]}</Tag>
      ) : (
        <TerminalChoice terminal={terminal} isMovable={isMovable} onChoose={onTerminal} />
      )}
      {readOnly ? <Tag>仅查看</Tag> : <SaveWords saved={saved} onRetry={onSave} />}
      <span className={styles.middle}>{!readOnly && !narrow && <HistoryActs />}</span>
      {editors.length > 0 && (
        <span className={styles.editors}>
          <i aria-hidden>{editors[0]?.[0]}</i>
          {editors.join('、')} 正在编辑此页面
        </span>
      )}
      <Button icon={<EyeOutlined aria-hidden />} onClick={onPreview}>
        预览
      </Button>
      {!readOnly && !narrow && <Button onClick={onSave}>保存</Button>}
      {mayPublish ? (
        <Can do={decorPage.publish}>
          <Space.Compact>
            <Button type="primary" disabled={seeing !== undefined} onClick={() => onPublish()}>
              {isLive || !changes ? `发布 ${count}`.trim() : '发布'}
            </Button>
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: 'now', label: '立即发布', onClick: () => onPublish() },
                  { key: 'timed', label: '定时发布', onClick: () => onPublish(true) },
                  { key: 'versions', label: '发布记录', onClick: onVersions },
                ],
              }}
            >
              <Button type="primary" aria-label="更多发布方式" icon={<DownOutlined aria-hidden />} />
            </Dropdown>
          </Space.Compact>
        </Can>
      ) : (
        <Button onClick={onVersions}>版本</Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{ items: menu.filter(({ hidden }) => !hidden).map(({ hidden: _, ...item }) => item) }}
      >
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label="更多" />
      </Dropdown>
    </header>
  )
}

/** The name of the page, which staff alone see; written in place. */
function PageName() {
  const { id, pageName, readOnly } = usePageStore()
  const may = useCan(decorPage.rename) && !readOnly
  const [typed, setTyped] = useState<string>()
  const save = useWrite(decorPage.rename, { onSuccess: (_, { body }) => setName(body.name) })
  function finish() {
    const name = typed?.trim()
    setTyped(undefined)
    if (name && name !== pageName) save.mutate({ body: { id, name } })
  }
  if (typed !== undefined)
    return (
      <Input
        autoFocus
        className={styles.nameField}
        aria-label="页面名称"
        maxLength={MAX_PAGE_NAME}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') finish()
          if (event.key === 'Escape') setTyped(undefined)
        }}
      />
    )
  return (
    <>
      <h1 className={styles.name}>{pageName}</h1>
      {may && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          aria-label="改名"
          onClick={() => setTyped(pageName)}
        />
      )}
    </>
  )
}

/** Which terminals the page is for. */
function TerminalChoice({
  terminal,
  isMovable,
  onChoose,
}: {
  terminal: Terminal
  isMovable: boolean
  onChoose: (terminal: Terminal) => void
}) {
  const mayCopy = useCan(decorPage.copy)
  const others = ([3, 1, 2] as const).filter((each) => each !== terminal)
  const items = [
    {
      key: 'why',
      type: 'group' as const,
      label: isMovable ? '改成给' : '发布过，不能换终端',
      children: others.map((key) => ({
        key,
        label: isMovable ? whom[key] : `复制一个给${whom[key]}`,
        disabled: !isMovable && !mayCopy,
        onClick: () => onChoose(key),
      })),
    },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<MobileOutlined aria-hidden />} aria-label={`终端：${pageTerminals[terminal]}`}>
        {pageTerminals[terminal]} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}

const whom = { 3: '移动端（小程序和 H5 都用）', 1: '小程序', 2: 'H5' } as const

function SaveWords({ saved, onRetry }: { saved: SaveState; onRetry: () => void }): ReactNode {
  const words = {
    saved: saved.kind === 'saved' && saved.at ? `已保存 ${toWireTime(saved.at).slice(11, 16)}` : '已保存',
    dirty: '未保存',
    saving: '保存中',
    offline: '离线，已存本机',
    failed: '保存失败',
  }[saved.kind]
  return (
    <span
      className={styles.saved}
      data-kind={saved.kind}
      role="status"
      title={saved.kind === 'failed' ? saved.reason : undefined}
    >
      {saved.kind === 'saved' && <CheckCircleOutlined aria-hidden />}
      {words}
      {(saved.kind === 'failed' || saved.kind === 'offline') && (
        <Button type="link" size="small" onClick={onRetry}>
          重试
        </Button>
      )}
    </span>
  )
}

function HistoryActs() {
  const history = usePageStore((state) => state.history)
  const steps = stepsOf(history)
  return (
    <>
      <Named name="撤销 Ctrl+Z">
        <Button
          type="text"
          icon={<UndoOutlined aria-hidden />}
          aria-label="撤销"
          disabled={!history.past.length}
          onClick={undoStep}
        />
      </Named>
      <Named name="重做 Ctrl+Shift+Z">
        <Button
          type="text"
          icon={<RedoOutlined aria-hidden />}
          aria-label="重做"
          disabled={!history.future.length}
          onClick={redoStep}
        />
      </Named>
      <Popover
        trigger="click"
        placement="bottom"
        content={
          <ol className={styles.steps}>
            <li>
              <button type="button" aria-current={!history.past.length} onClick={() => jumpTo(0)}>
                打开时
              </button>
            </li>
            {steps.map(({ words, at, isDone }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <li key={index}>
                <button
                  type="button"
                  data-undone={!isDone}
                  aria-current={index === history.past.length - 1}
                  onClick={() => jumpTo(index + 1)}
                >
                  {words}
                  <small>{toWireTime(new Date(at)).slice(11, 16)}</small>
                </button>
              </li>
            ))}
          </ol>
        }
      >
        <Button type="link" icon={<HistoryOutlined aria-hidden />}>
          历史 {history.past.length}
        </Button>
      </Popover>
    </>
  )
}
