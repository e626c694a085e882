import type { Issue } from '@zhanggui/page-kit/check.ts'
import { nameOf } from '@zhanggui/page-kit/diff.ts'
import { bytesOf, componentsOf, type Page } from '@zhanggui/page-kit/page.ts'
import { Popover } from 'antd'
import { sizeText } from '../../model/page-words.ts'
import styles from './designer.module.css'

type FootProps = {
  issues: readonly Issue[]
  page: Page
  count: number
  onIssue: (issue: Issue) => void
  onKeys: () => void
}

/** Of a slow phone: its answer, then bytes at 1.6 Mbit a second. */
const START_S = 0.9
const BYTES_A_SECOND = 200_000
/** Of a picture as it is sent, no wider than the screen asks for. */
const BYTES_A_PIXEL = 0.08
const WIDEST = 800
/** So many components fill the first screen of most pages. */
const FIRST_SCREEN = 5

const pictureBytes = ({ url, w, h }: { url: unknown; w: number; h: number }) =>
  url && w > 0 ? w * h * Math.min(1, WIDEST / w) ** 2 * BYTES_A_PIXEL : 0

const MAX_LISTED = 100

/** The bytes of all pictures below a value. */
function picturesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'url' in value && 'w' in value ? pictureBytes(value as Parameters<typeof pictureBytes>[0]) : 0
  return Object.values(value).reduce((sum: number, each) => sum + picturesIn(each), own)
}

/** The foot of the designer: what is wrong first, how large the page is, and how soon a slow phone shows it. */
export function DesignerFoot({ issues, page, count, onIssue, onKeys }: FootProps) {
  const names = new Map(componentsOf(page).map((component) => [component.id, nameOf(component)]))
  const wordsOf = ({ componentId, message }: Issue) =>
    componentId ? `${names.get(componentId) ?? ''} · ${message}` : message
  const errors = issues.filter(({ level }) => level === 'error').length
  const [first] = issues
  const bytes = bytesOf(page)
  const seen = componentsOf(page).slice(0, FIRST_SCREEN)
  const seconds = START_S + (bytes + seen.reduce((sum, { props }) => sum + picturesIn(props), 0)) / BYTES_A_SECOND
  return (
    <footer className={styles.foot}>
      <span className={styles.issues}>
        {first && (
          <button type="button" className={styles.issue} data-level={first.level} onClick={() => onIssue(first)}>
            {errors ? `${errors} 个错误` : `${issues.length} 个提醒`}：{wordsOf(first)}　点一下到那里
          </button>
        )}
        {issues.length > 1 && (
          <Popover
            trigger="click"
            placement="topLeft"
            content={
              <ul className={styles.issueList} aria-label="全部问题">
                {issues.slice(0, MAX_LISTED).map((issue) => (
                  <li key={`${issue.componentId} ${issue.path.join('.')} ${issue.code}`}>
                    <button type="button" data-level={issue.level} onClick={() => onIssue(issue)}>
                      {wordsOf(issue)}
                    </button>
                  </li>
                ))}
              </ul>
            }
          >
            <button type="button">全部 {issues.length} 个</button>
          </Popover>
        )}
        {!first && '没有问题'}
      </span>
      <span>{count} 个组件</span>
      <span>{sizeText(bytes)} / 1 MB</span>
      <span>首屏约 {seconds.toFixed(1)} 秒</span>
      <button type="button" onClick={onKeys}>
        快捷键<kbd>?</kbd>
      </button>
    </footer>
  )
}
