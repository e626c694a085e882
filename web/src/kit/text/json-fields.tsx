import { fieldTitles } from '@zhanggui/contract/field-titles.ts'
import styles from './text.module.css'

/** The members of a list that are drawn. */
const MOST = 20

/** A stored value as names and values, a line each: fields in the words of the console where it has one. */
export function JsonFields({ value }: { value: unknown }) {
  const plain = plainText(value)
  if (plain !== undefined) return <>{plain}</>
  const entries = Array.isArray(value)
    ? value.map((each, index) => [`第 ${index + 1} 项`, each] as const)
    : Object.entries(value as object).map(([name, each]) => [fieldTitles[name] ?? name, each] as const)
  return (
    <dl className={styles.fields}>
      {entries.slice(0, MOST).map(([name, each], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one title, and the order does not change
        <div key={index} data-nested={plainText(each) === undefined}>
          <dt>{name}</dt>
          <dd>
            <JsonFields value={each} />
          </dd>
        </div>
      ))}
      {entries.length > MOST && <div>…还有 {entries.length - MOST} 项</div>}
    </dl>
  )
}

/** A value in one line; undefined for what has parts of its own. */
export function plainText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value !== 'object') return String(value)
  if (Object.keys(value).length === 0) return '（空）'
  if (!Array.isArray(value)) return undefined
  const texts = value.slice(0, MOST).map((each) => (typeof each === 'object' ? undefined : plainText(each)))
  if (texts.some((text) => text === undefined)) return undefined
  return value.length > MOST ? `${texts.join('、')} 等 ${value.length} 个` : texts.join('、')
}

/** The value that a text in JSON stands for; undefined where it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
