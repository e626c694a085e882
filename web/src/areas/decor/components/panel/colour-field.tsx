import { themeOf } from '@zhanggui/page-kit/theme.ts'
import { isColour } from '@zhanggui/page-kit/values.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useShopTheme } from '../designer/drawn-page.tsx'
import styles from './panel.module.css'
import { Slider } from './slider.tsx'

type Given<Value> = { id: string; title: string; value: Value; disabled: boolean; onChange: (value: Value) => void }

/** Chosen lately in this browser, the last one first. */
const STORED = 'page-colours'
const MOST_RECENT = 6

function recentColours(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isColour).slice(0, MOST_RECENT) : []
  } catch {
    return []
  }
}

function noteColour(colour: string): void {
  try {
    localStorage.setItem(
      STORED,
      JSON.stringify([colour, ...recentColours().filter((each) => each !== colour)].slice(0, MOST_RECENT)),
    )
  } catch {
    // It is a convenience.
  }
}

/** `#rrggbb` of a colour, and how opaque it is in percent. */
function partsOf(value: string): { hex: string; opacity: number } {
  const [, red, green, blue, alpha] = /^rgba\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*([\d.]+)\s*\)$/.exec(value) ?? []
  if (red && green && blue && alpha)
    return {
      hex: `#${[red, green, blue].map((each) => Number(each).toString(16).padStart(2, '0')).join('')}`,
      opacity: Math.round(Number(alpha) * 100),
    }
  const digits = value.replace('#', '')
  const long = digits.length <= 4 ? [...digits].map((each) => each + each).join('') : digits
  return {
    hex: `#${long.slice(0, 6)}`,
    opacity: long.length === 8 ? Math.round((Number.parseInt(long.slice(6), 16) / 255) * 100) : 100,
  }
}

const joined = (hex: string, opacity: number) =>
  opacity >= 100
    ? hex
    : hex +
      Math.round((opacity / 100) * 255)
        .toString(16)
        .padStart(2, '0')

/** A colour of one's own: chosen, typed, or one that was chosen lately. */
export function ColourField({ id, title, value, disabled, onChange }: Given<string>) {
  const [typed, setTyped] = useState<string>()
  const { hex, opacity } = partsOf(isColour(value) ? value : '#000000')
  const choose = (next: string) => {
    onChange(next)
    noteColour(next)
  }
  return (
    <span className={styles.colour}>
      <span className={styles.swatch} style={{ background: value }}>
        <input
          type="color"
          aria-label={`${title}：选颜色`}
          value={hex}
          disabled={disabled}
          onChange={({ target }) => onChange(joined(target.value, opacity))}
          onBlur={({ target }) => noteColour(joined(target.value, opacity))}
        />
      </span>
      <Input
        id={id}
        className={styles.hex}
        maxLength={40}
        disabled={disabled}
        value={typed ?? value}
        status={typed !== undefined && !isColour(typed) ? 'error' : ''}
        onChange={({ target }) => {
          setTyped(target.value)
          if (isColour(target.value)) onChange(target.value)
        }}
        onBlur={() => {
          if (typed !== undefined && isColour(typed)) choose(typed)
          setTyped(undefined)
        }}
      />
      <span className={styles.opacity}>
        不透明
        <Slider
          label={`${title}：不透明度`}
          min={0}
          max={100}
          value={opacity}
          disabled={disabled}
          onChange={(next) => onChange(joined(hex, next))}
        />
        {opacity}%
      </span>
      <span className={styles.recent}>
        {recentColours().map((each) => (
          <button
            key={each}
            type="button"
            style={{ background: each }}
            aria-label={`${title}：${each}`}
            title={each}
            disabled={disabled}
            onClick={() => choose(each)}
          />
        ))}
      </span>
    </span>
  )
}

const toneWords = { theme: '主题', 'theme-2': '主题浅', price: '价格' } as const

/** A colour that follows the shop's theme, or one of one's own. */
export function ToneField(props: Given<string>) {
  const { title, value, disabled, onChange } = props
  const { solid, tint2 } = themeOf(useShopTheme())
  const colours = { theme: solid, 'theme-2': tint2, price: '#17181b' } as const
  const isOwn = !(value in toneWords)
  return (
    <span className={styles.tones}>
      {(Object.keys(toneWords) as (keyof typeof toneWords)[]).map((tone) => (
        <button
          key={tone}
          type="button"
          aria-pressed={value === tone}
          aria-label={`${title}：${toneWords[tone]}`}
          disabled={disabled}
          onClick={() => onChange(tone)}
        >
          <i style={{ background: colours[tone] }} />
          {toneWords[tone]}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={isOwn}
        aria-label={`${title}：自定义`}
        disabled={disabled}
        onClick={() => !isOwn && onChange(colours[value as keyof typeof colours])}
      >
        自定义
      </button>
      {isOwn && <ColourField {...props} />}
    </span>
  )
}

/** A ground of one colour, or of two that run into each other. */
export function GradientField({ id, title, value, disabled, onChange }: Given<string[]>) {
  const [from = '#ffffff', to = from] = value
  const [isTwo, setTwo] = useState(from !== to)
  return (
    <span className={styles.gradient}>
      <ToneField
        id={id}
        title={isTwo ? `${title}（从）` : title}
        value={from}
        disabled={disabled}
        onChange={(next) => onChange([next, isTwo ? to : next])}
      />
      {isTwo && (
        <ToneField
          id={`${id}-to`}
          title={`${title}（到）`}
          value={to}
          disabled={disabled}
          onChange={(next) => onChange([from, next])}
        />
      )}
      <button
        type="button"
        className={styles.text}
        disabled={disabled}
        onClick={() => {
          setTwo(!isTwo)
          if (isTwo) onChange([from, from])
        }}
      >
        {isTwo ? '改为单色' : '改为渐变'}
      </button>
    </span>
  )
}
