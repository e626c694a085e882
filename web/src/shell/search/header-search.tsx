import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { LONGEST_SEARCH, SHORTEST_SEARCH } from '@zhanggui/contract/setting/search.ts'
import { Button } from 'antd'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMenus } from '../../kit/menu/menus.ts'
import { go } from '../../kit/page/go.ts'
import { Tool } from '../layout/tool.tsx'
import styles from './header-search.module.css'
import { createMenuSearch, type SearchEntry } from './menu-search.ts'
import { useRecords } from './use-records.ts'

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'
/** Pages stand above the records, which should be seen without scrolling. */
const MOST_PAGES = 6

/**
 * Finds pages of the menu by title, path or pinyin (1.6), and records: orders, customers, products.
 * @param wide on phones the field covers the whole header
 */
export function HeaderSearch({ wide = false }: { wide?: boolean }) {
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={styles.search}>
      {open ? (
        <SearchBox
          wide={wide}
          onClose={(byKey) => {
            setOpen(false)
            setLeft(byKey === true)
          }}
        />
      ) : (
        <Tool
          label={wide ? '全局搜索' : `全局搜索（${shortcut}）`}
          expanded={false}
          autoFocus={left}
          onClick={() => setOpen(true)}
        >
          <SearchOutlined />
        </Tool>
      )}
    </div>
  )
}

/** What Enter and a click open. */
type Door = { label: string; link: string; external?: boolean }
/** A line of the results: its first door opens it, the others are acts. */
type Line = { key: string; title: string; sub: string; state: string; doors: [Door, ...Door[]] }
type Group = { label: string; lines: Line[] }

/** @param onClose receives whether the search was closed by a key, which returns the focus to its opener */
function SearchBox({ wide, onClose }: { wide: boolean; onClose: (byKey?: boolean) => void }) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState({ line: 0, door: 0 })
  const text = query.trim()
  const { results: pages, ready, settled } = usePages(text)
  const records = useRecords(text)
  const list = useId()
  const box = useRef<HTMLDivElement>(null)

  const isLong = [...text].length >= SHORTEST_SEARCH
  const groups: Group[] = [
    { label: '菜单', lines: (isLong ? pages.slice(0, MOST_PAGES) : pages).map(lineOfPage) },
    ...records.groups.map(({ type, label, items }) => ({
      label,
      lines: items.map(
        ({ id, title, sub, state, link, acts }): Line => ({
          ...{ key: `${type}-${id}`, title, sub, state },
          doors: [{ label: title, link }, ...acts],
        }),
      ),
    })),
  ].filter(({ lines }) => lines.length)
  const lines = groups.flatMap((group) => group.lines)
  const current = lines[chosen.line]
  // Enter before the answer: what it opens is the first match of this text, once that is known, and nothing of another text.
  const [awaited, setAwaited] = useState('')
  const isKnown = ready && settled && (current !== undefined || !records.loading)
  const openAwaited = useEffectEvent(() => {
    setAwaited('')
    open(current?.doors[chosen.door])
  })
  useEffect(() => {
    if (awaited !== '' && awaited === text && isKnown) openAwaited()
  }, [awaited, text, isKnown])

  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [onClose])

  function open(door: Door | undefined) {
    if (!door) return
    if (door.external) window.open(door.link, '_blank', 'noopener,noreferrer')
    else go(door.link)
    onClose()
  }

  function handleKey(event: KeyboardEvent) {
    // The Enter that completes the input of Chinese characters selects nothing.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const doors = current?.doors.length ?? 0
    if (step && lines.length) setChosen({ line: (chosen.line + step + lines.length) % lines.length, door: 0 })
    else if (event.key === 'Tab' && doors > 1)
      setChosen({ ...chosen, door: (chosen.door + (event.shiftKey ? -1 : 1) + doors) % doors })
    else if (event.key === 'Enter' && isKnown) open(current?.doors[chosen.door])
    else if (event.key === 'Enter') setAwaited(text)
    else if (event.key === 'Escape') onClose(true)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.box} data-wide={wide} ref={box}>
      <SearchOutlined />
      <input
        role="combobox"
        aria-label="全局搜索"
        aria-expanded={lines.length > 0}
        aria-controls={list}
        aria-activedescendant={current && `${list}-${chosen.line}-${chosen.door}`}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        placeholder="菜单、订单号、手机号、商品"
        ref={focusOnce}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAwaited('')
          setChosen({ line: 0, door: 0 })
        }}
        onKeyDown={handleKey}
      />
      {wide && (
        <button type="button" className={styles.cancel} onClick={() => onClose(true)}>
          取消
        </button>
      )}
      {text !== '' && ready && (
        <div className={styles.results}>
          <div id={list} role="listbox" aria-label="搜索结果">
            {groups.map(({ label, lines: own }) => (
              // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets
              <div key={label} role="group" aria-label={label}>
                <div className={styles.label} aria-hidden>
                  {label}
                </div>
                {own.map((line) => {
                  const index = lines.indexOf(line)
                  const at = index === chosen.line ? chosen.door : undefined
                  return (
                    <div key={line.key} className={styles.line} role="presentation" data-chosen={at !== undefined}>
                      {line.doors.map((door, place) => (
                        <div
                          key={door.link}
                          id={`${list}-${index}-${place}`}
                          ref={place === at ? showOption : undefined}
                          role="option"
                          aria-label={place ? `${door.label}：${line.title}` : undefined}
                          tabIndex={-1}
                          aria-selected={place === at}
                          className={place ? styles.act : styles.main}
                          onPointerEnter={() => setChosen({ line: index, door: place })}
                          onClick={() => open(door)}
                          onKeyDown={handleKey}
                        >
                          {place ? door.label : <Main of={line} />}
                        </div>
                      ))}
                    </div>
                  )
                })}
              </div>
            ))}
          </div>
          <Outcome isLong={isLong} found={lines.length > 0} records={records} />
        </div>
      )}
    </div>
  )
}

function Main({ of: { title, sub, state } }: { of: Line }) {
  return (
    <>
      <span className={styles.title}>
        {title}
        {state && <small>{state}</small>}
      </span>
      {sub && <span className={styles.sub}>{sub}</span>}
    </>
  )
}

type OutcomeProps = { isLong: boolean; found: boolean; records: ReturnType<typeof useRecords> }

/** What is still to come, failed, or was not found. */
function Outcome({ isLong, found, records }: OutcomeProps) {
  if (records.loading) return <p role="status">正在查找…</p>
  if (records.failed)
    return (
      <p role="alert" className={styles.failed}>
        订单、商品等没查到，网络断了或服务器没回应
        <Button size="small" onClick={records.again}>
          重试
        </Button>
      </p>
    )
  if (found) return null
  return <p role="status">{isLong ? '没有找到菜单、订单、用户或商品' : '没有找到菜单'}</p>
}

function lineOfPage({ label, link, external }: SearchEntry): Line {
  return { key: link, title: label, sub: '', state: '', doors: [{ label, link, external }] }
}

function focusOnce(input: HTMLInputElement | null) {
  input?.focus()
}

function showOption(option: HTMLDivElement | null) {
  option?.scrollIntoView?.({ block: 'nearest' })
}

/**
 * The menu's matches for a query, `settled` once they are those of this very text; the index is built when first needed and
 * rebuilt when the menu changes (SH-64).
 */
function usePages(query: string): { results: readonly SearchEntry[]; ready: boolean; settled: boolean } {
  const records = useMenus((menus) => menus.records)
  const [search, setSearch] = useState<{ find: (query: string) => SearchEntry[] }>()
  useEffect(() => {
    let current = true
    createMenuSearch(records).then((find) => current && setSearch({ find }))
    return () => {
      current = false
    }
  }, [records])
  const wanted = useDeferredValue(query)
  const results = useMemo(() => search?.find(wanted) ?? [], [search, wanted])
  return { results, ready: search !== undefined, settled: wanted === query }
}
