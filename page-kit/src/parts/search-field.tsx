import { useEffect, useState } from 'react'
import type { Image } from '../fields.ts'
import { useAround } from '../view.tsx'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'
import { gradientOf } from './look.ts'
import { Picture } from './picture.tsx'
import styles from './search-field.module.css'

type Look = {
  layout: 'bar' | 'logo'
  logo: Image
  hotWords: readonly { text: string }[]
  seconds: number
  placeholder: string
  align: 'left' | 'center'
  bg: readonly string[]
  frameColour: string
  textColour: string
  radius: number
  sticky: boolean
}

/** The way to the search, with words that others look for. @param words those of the shop, where the page has none of its own */
export function SearchField({ look, words }: { look: Look; words: readonly string[] }) {
  const { mode } = useAround()
  const { layout, logo, hotWords, seconds, placeholder, align, bg, frameColour, textColour, radius, sticky } = look
  const shown = hotWords.length ? hotWords.map(({ text }) => text) : words
  const [at, setAt] = useState(0)
  const count = shown.length
  useEffect(() => {
    if (mode === 'edit' || count < 2) return
    const timer = setInterval(() => setAt((before) => (before + 1) % count), seconds * 1000)
    return () => clearInterval(timer)
  }, [mode, count, seconds])
  return (
    <div className={`${styles.bar} ${sticky ? styles.sticky : ''}`} style={{ background: gradientOf(bg) }}>
      {layout === 'logo' && <Picture className={styles.logo} image={logo} width={69} fit="contain" />}
      <Go
        link="/pages/goods/goods_search/index"
        className={`${styles.field} ${styles[align]}`}
        style={{ background: frameColour, color: textColour, borderRadius: radius }}
        label="搜索商品"
      >
        <Icon name="search" size={18} />
        <span className={styles.word}>{shown[at % Math.max(1, count)] ?? placeholder}</span>
      </Go>
    </div>
  )
}
