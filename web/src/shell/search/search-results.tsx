import { Button } from 'antd'
import type { KeyboardEvent } from 'react'
import { CallError } from '../../api/call-error.ts'
import styles from './header-search.module.css'
import { Marked } from './marked.tsx'
import type { Door, Group, Line } from './search-lines.ts'

export type Chosen = { line: number; door: number }

type ListProps = {
  id: string
  groups: readonly Group[]
  /** What was searched for, marked in what was found. */
  text: string
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  onOpen: (line: Line, door: Door) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** What was found, group by group; each line with its acts. */
export function ResultList({ id, groups, text, chosen, onChoose, onOpen, onKeyDown }: ListProps) {
  const lines = groups.flatMap((group) => group.lines)
  return (
    <div id={id} role="listbox" aria-label="搜索结果">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets
        <div key={group.label} role="group" aria-label={group.label}>
          <div className={styles.label} aria-hidden>
            {group.label} {group.count}
          </div>
          {group.lines.map((line) => {
            const index = lines.indexOf(line)
            const at = index === chosen.line ? chosen.door : undefined
            return (
              <div key={line.key} className={styles.line} role="presentation" data-chosen={at !== undefined}>
                {line.doors.map((door, place) => (
                  <div
                    key={door.link}
                    id={`${id}-${index}-${place}`}
                    ref={place === at ? showOption : undefined}
                    role="option"
                    aria-label={place ? `${door.label}：${line.title}` : undefined}
                    tabIndex={-1}
                    aria-selected={place === at}
                    className={place ? styles.act : styles.main}
                    onPointerMove={() => place !== at && onChoose({ line: index, door: place })}
                    onClick={() => onOpen(line, door)}
                    onKeyDown={onKeyDown}
                  >
                    {place ? door.label : <Main of={line} text={text} />}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The records of the text before, pale and without effect, so that nothing jumps while those of this one are fetched. */
export function FormerResults({ groups }: { groups: readonly Group[] }) {
  return (
    <div className={styles.former} aria-hidden inert>
      {groups.map(({ label, lines }) => (
        <div key={label}>
          <div className={styles.label}>{label}</div>
          {lines.map((line) => (
            <div key={line.key} className={styles.line}>
              <div className={styles.main}>
                <Main of={line} text="" />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Main({ of: { title, sub, state, isMore }, text }: { of: Line; text: string }) {
  return (
    <>
      <span className={isMore ? styles.more : styles.title}>
        <Marked text={title} of={isMore ? '' : text} />
        {state && <small>{state}</small>}
      </span>
      {sub && (
        <span className={styles.sub}>
          <Marked text={sub} of={text} />
        </span>
      )}
    </>
  )
}

type OutcomeProps = {
  isLong: boolean
  found: boolean
  loading: boolean
  failed: Error | undefined
  onAgain: () => void
}

/** What is still to come, failed, or was not found. */
export function Outcome({ isLong, found, loading, failed, onAgain }: OutcomeProps) {
  if (loading) return <p role="status">正在查找…</p>
  if (failed)
    return (
      <p role="alert" className={styles.failed}>
        {failed instanceof CallError && failed.code === 'TOO_MANY_LOOKUPS'
          ? failed.message
          : '订单、商品等没查到，网络断了或服务器没回应'}
        <Button size="small" onClick={onAgain}>
          重试
        </Button>
      </p>
    )
  if (found) return null
  return (
    <>
      <p role="status">{isLong ? '没有找到菜单、订单、用户或商品' : '没有找到菜单'}</p>
      <Hints />
    </>
  )
}

/** What can be typed. */
export function Hints() {
  return (
    <ul className={styles.hints}>
      <li>订单：订单号或后六位、手机号或后四位、收货人、快递单号、微信交易单号</li>
      <li>商品：名称里的词、条码、规格编码、商品 ID</li>
      <li>页面和设置：名称、拼音或首字母，如 dd、yunfei</li>
      <li>用户、门店、管理员：名字或手机号</li>
    </ul>
  )
}

function showOption(option: HTMLDivElement | null) {
  option?.scrollIntoView?.({ block: 'nearest' })
}
