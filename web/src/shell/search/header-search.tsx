import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useMenus } from '../../kit/menu/menus.ts'
import { go } from '../../kit/page/go.ts'
import { Tool } from '../layout/tool.tsx'
import styles from './header-search.module.css'
import { createMenuSearch, type SearchEntry } from './menu-search.ts'

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'

/**
 * Finds a page of the menu by title, path or pinyin (1.6).
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
          label={wide ? '菜单搜索' : `菜单搜索（${shortcut}）`}
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

/** @param onClose receives whether the search was closed by a key, which returns the focus to its opener */
function SearchBox({ wide, onClose }: { wide: boolean; onClose: (byKey?: boolean) => void }) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const { results, ready } = useResults(query)
  const list = useId()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [onClose])

  function choose(entry: SearchEntry | undefined) {
    if (!entry) return
    if (entry.external) window.open(entry.link, '_blank', 'noopener,noreferrer')
    else go(entry.link)
    onClose()
  }

  function handleKey(event: KeyboardEvent) {
    // The Enter that completes the input of Chinese characters selects nothing.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results.length) setChosen((chosen + step + results.length) % results.length)
    else if (event.key === 'Enter') choose(results[chosen])
    else if (event.key === 'Escape') onClose(true)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.box} data-wide={wide} ref={box}>
      <SearchOutlined />
      <input
        role="combobox"
        aria-label="菜单搜索"
        aria-expanded={results.length > 0}
        aria-controls={list}
        aria-activedescendant={results.length ? `${list}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="菜单名称、拼音或路径"
        ref={focusOnce}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setChosen(0)
        }}
        onKeyDown={handleKey}
      />
      {wide && (
        <button type="button" className={styles.cancel} onClick={() => onClose(true)}>
          取消
        </button>
      )}
      {query.trim() !== '' && ready && (
        <div className={styles.results} id={list} role="listbox" aria-label="搜索结果">
          {results.map((entry, index) => (
            <div
              key={entry.link}
              id={`${list}-${index}`}
              ref={index === chosen ? showOption : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onPointerEnter={() => setChosen(index)}
              onClick={() => choose(entry)}
              onKeyDown={handleKey}
            >
              {entry.label}
            </div>
          ))}
          {!results.length && <p>没有找到菜单</p>}
        </div>
      )}
    </div>
  )
}

function focusOnce(input: HTMLInputElement | null) {
  input?.focus()
}

function showOption(option: HTMLDivElement | null) {
  option?.scrollIntoView?.({ block: 'nearest' })
}

/** The menu's matches for a query; the index is built when first needed and rebuilt when the menu changes (SH-64). */
function useResults(query: string): { results: readonly SearchEntry[]; ready: boolean } {
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
  return { results, ready: search !== undefined }
}
