import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { LONGEST_SEARCH, SHORTEST_SEARCH } from '@zhanggui/contract/setting/search.ts'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { EVERYWHERE, useKeys, writtenKey } from '../../kit/keys/keys.ts'
import { useMenus } from '../../kit/menu/menus.ts'
import { isKnownPath } from '../../kit/menu/route-records.ts'
import { go } from '../../kit/page/go.ts'
import { Tool } from '../layout/tool.tsx'
import styles from './header-search.module.css'
import { forgetFinds, keepFind, useRecentFinds } from './recent-finds.ts'
import { type Door, type Group, helpGroup, type Line, pageGroup, recentGroup, recordGroup } from './search-lines.ts'
import { FormerResults, Hints, Outcome, ResultList } from './search-results.tsx'
import { usePages } from './use-pages.ts'
import { useRecords } from './use-records.ts'

const shortcut = writtenKey({ key: 'k', ctrl: true, act: '' })
/** Pages stand above the records, which should be seen without scrolling. */
const MAX_PAGES = 6
/** Sentences of help stand last. */
const MAX_HELP = 3

/**
 * Finds pages of the menu by title, path or pinyin, and records: orders, customers, products.
 * @param wide on phones the field covers the whole header
 */
export function HeaderSearch({ wide = false }: { wide?: boolean }) {
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  useKeys(EVERYWHERE, [{ key: 'k', ctrl: true, act: '搜索页面、订单、商品、用户和设置', run: () => setOpen(true) }])
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
      ) : wide ? (
        <Tool label="全局搜索" expanded={false} autoFocus={left} onClick={() => setOpen(true)}>
          <SearchOutlined />
        </Tool>
      ) : (
        <button
          type="button"
          className={styles.field}
          aria-label={`全局搜索（${shortcut}）`}
          aria-expanded={false}
          // biome-ignore lint/a11y/noAutofocus: closed by a key, the search gives the focus back
          autoFocus={left}
          onClick={() => setOpen(true)}
        >
          <SearchOutlined />
          <span className={styles.ask}>搜订单、手机号、商品、页面</span>
          <kbd>{shortcut}</kbd>
        </button>
      )}
    </div>
  )
}

/** @param onClose receives whether the search was closed by a key, which returns the focus to its opener */
function SearchBox({ wide, onClose }: { wide: boolean; onClose: (byKey?: boolean) => void }) {
  const [query, setQuery] = useState('')
  const [composing, setComposing] = useState(false)
  const [chosen, setChosen] = useState({ line: 0, door: 0 })
  const text = readTyped(query)
  const { ready, settled, loading, groups, former, records } = useGroups(text, composing)
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const lines = groups.flatMap((group) => group.lines)
  const current = lines[chosen.line]
  // Enter before the answer: what it opens is the first match of this text, once that is known, and nothing of another text.
  const [awaited, setAwaited] = useState('')
  const isKnown = ready && settled && (current !== undefined || !loading)
  const openAwaited = useEffectEvent(() => {
    setAwaited('')
    if (current) open(current, current.doors[chosen.door])
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

  function open(line: Line, door: Door | undefined) {
    if (!door) return
    if (door.external) window.open(door.link, '_blank', 'noopener,noreferrer')
    else {
      const of = groups.find((group) => group.lines.includes(line))?.label ?? ''
      const isAct = door !== line.doors[0]
      if (!line.isMore && !isAct)
        keepFind({ label: line.title, of: line.key.startsWith('recent-') ? line.state : of, link: door.link })
      go(door.link)
    }
    onClose()
  }

  function handleKey(event: KeyboardEvent) {
    // The Enter that completes the input of Chinese characters selects nothing; Safari reports it when it is over.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const doors = current?.doors.length ?? 0
    if (step && lines.length) setChosen({ line: (chosen.line + step + lines.length) % lines.length, door: 0 })
    else if (event.key === 'Tab' && doors > 1)
      setChosen({ ...chosen, door: (chosen.door + (event.shiftKey ? -1 : 1) + doors) % doors })
    else if (event.key === 'Enter' && isKnown) current && open(current, current.doors[chosen.door])
    else if (event.key === 'Enter') setAwaited(text)
    else if (event.key === 'Escape') onClose(true)
    else return
    event.preventDefault()
  }

  const isLong = [...text].length >= SHORTEST_SEARCH
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
        placeholder="订单号、手机号、商品、页面、设置"
        ref={focusOnce}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAwaited('')
          setChosen({ line: 0, door: 0 })
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={handleKey}
      />
      {wide && (
        <button type="button" className={styles.cancel} onClick={() => onClose(true)}>
          取消
        </button>
      )}
      {ready && (
        <div className={styles.results}>
          <ResultList
            id={list}
            groups={groups}
            text={text}
            chosen={chosen}
            onChoose={setChosen}
            onOpen={open}
            onKeyDown={handleKey}
          />
          {text === '' && lines.length === 0 && <Hints />}
          <FormerResults groups={former} />
          {text !== '' && (
            <Outcome
              isLong={isLong}
              found={lines.length > 0}
              loading={loading}
              failed={records.failed}
              onAgain={records.again}
            />
          )}
          {!wide && <KeyHints recent={text === '' && lines.length > 0} />}
        </div>
      )}
    </div>
  )
}

/** What a text finds, group by group; without a text, what was opened last. */
function useGroups(text: string, composing: boolean) {
  const routes = useMenus((menus) => menus.records)
  const recent = useRecentFinds()
  const { pages, help, ready, settled } = usePages(text)
  const records = useRecords(text, composing)
  const opens = (link: string) => isKnownPath(routes, link.split(/[?#]/)[0] ?? '')
  const { loading } = records
  const answers = records.groups.length ? help.filter(({ sure }) => sure) : help
  const isLong = [...text].length >= SHORTEST_SEARCH
  const groups: Group[] = text
    ? [
        pageGroup(isLong ? pages.slice(0, MAX_PAGES) : pages),
        ...records.groups.map((group) => recordGroup(group, opens)),
        // Below the records, and so only once they are known; beside them only what is about this very text.
        ...(loading ? [] : [helpGroup(answers.slice(0, MAX_HELP))]),
      ]
    : [recentGroup(recent, opens)]
  const former = records.before.map((group) => recordGroup(group, opens))
  return {
    ready,
    settled,
    loading,
    records,
    groups: groups.filter(({ lines }) => lines.length),
    former: former.filter(({ lines }) => lines.length),
  }
}

/** The keys, and with recent finds the way to forget them. */
function KeyHints({ recent }: { recent: boolean }) {
  return (
    <div className={styles.keys}>
      <span aria-hidden>↑↓ 选择</span>
      <span aria-hidden>Enter 打开</span>
      <span aria-hidden>Tab 换操作</span>
      <span aria-hidden>Esc 关闭</span>
      {recent && (
        <button type="button" onClick={forgetFinds}>
          清除记录
        </button>
      )}
    </div>
  )
}

/** Full-width letters and digits as usual ones; the apostrophes of an IME between syllables are no part of pinyin. */
function readTyped(typed: string): string {
  const text = typed.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return /^[a-z' ]+$/i.test(text) ? text.replaceAll("'", '') : text
}

function focusOnce(input: HTMLInputElement | null) {
  input?.focus()
}
