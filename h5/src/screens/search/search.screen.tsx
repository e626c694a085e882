import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { go } from '../../go/go.ts'
import { BackButton, Screen } from '../../parts/screen.tsx'
import { SearchBox } from '../../parts/typed/search-box.tsx'
import styles from './search.module.css'
import { forgetSearched, noteSearched, readSearched } from './searched.ts'

/** So long after the last sign that was typed products are asked for, in ms. */
const QUIET_MS = 300
const SUGGESTIONS = 8

/** Looks for products: by words typed, looked for before, or that others look for. */
export default function SearchScreen() {
  const [search] = useSearchParams()
  const [typed, setTyped] = useState(search.get('keyword') ?? '')
  const [searched, setSearched] = useState(readSearched)
  const hot = useSite()?.hotWords ?? []
  const look = (word: string) => {
    const keyword = word.trim()
    if (keyword) noteSearched(keyword)
    go(keyword ? `/list?keyword=${encodeURIComponent(keyword)}` : '/list')
  }
  return (
    <Screen title="搜索" isBare>
      <h1 className="seen-less">搜索</h1>
      <div className={styles.head}>
        <BackButton />
        <SearchBox label="搜索商品名称" value={typed} onChange={setTyped} onSearch={() => look(typed)} hasFocus />
        <button type="button" className={styles.go} onClick={() => look(typed)}>
          搜索
        </button>
      </div>
      {typed.trim() ? (
        <Suggestions keyword={typed.trim()} onLook={look} />
      ) : (
        <>
          {searched.length > 0 && (
            <Words
              title="搜过的"
              words={searched}
              onLook={look}
              onForget={() => {
                forgetSearched()
                setSearched([])
              }}
            />
          )}
          {hot.length > 0 && <Words title="大家在搜" words={hot} onLook={look} />}
        </>
      )}
    </Screen>
  )
}

type WordsGiven = {
  title: string
  words: readonly string[]
  onLook: (word: string) => void
  onForget?: () => void
}

function Words({ title, words, onLook, onForget }: WordsGiven) {
  return (
    <section className={styles.words}>
      <div className={styles.title}>
        <h2>{title}</h2>
        {onForget && (
          <button type="button" aria-label={`清空${title}`} onClick={onForget}>
            <Icon name="trash" size={18} />
          </button>
        )}
      </div>
      <ul>
        {words.map((word) => (
          <li key={word}>
            <button type="button" className={styles.word} onClick={() => onLook(word)}>
              {word}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Names of products that the words find. */
function Suggestions({ keyword, onLook }: { keyword: string; onLook: (word: string) => void }) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(keyword), QUIET_MS)
    return () => clearTimeout(timer)
  }, [keyword])
  const { data } = useRead(shopWindow.list, { query: { keyword: asked, page: 1, limit: SUGGESTIONS } }, asked !== '')
  const names = asked ? [...new Set(data?.list.map(({ storeName }) => storeName))] : []
  return (
    <ul className={styles.guesses}>
      {[keyword, ...names.filter((name) => name !== keyword)].map((name) => (
        <li key={name}>
          <button type="button" className={styles.guess} onClick={() => onLook(name)}>
            <Icon name="search" size={16} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
