import type { Issue } from '@zhanggui/page-kit/check.ts'
import { nameOf, type Row } from '@zhanggui/page-kit/diff.ts'
import { componentsOf, type Page } from '@zhanggui/page-kit/page.ts'
import { Button } from 'antd'
import { useRef } from 'react'
import { useCanvasData } from '../../model/canvas-data.ts'
import styles from './designer.module.css'
import { DrawnPage, heldBy, useBlocks, usePageTitle } from './drawn-page.tsx'
import { valueWords } from './page-diff.ts'
import { useRects } from './use-rects.ts'

/** Differences in words; each is taken back by itself where the page is open to be edited. */
export function Rows({ rows, revert }: { rows: readonly Row[]; revert: ((row: Row) => void) | undefined }) {
  return (
    <ul className={styles.rows}>
      {rows.slice(0, 200).map((row) => (
        <li key={`${row.kind} ${row.id} ${row.path.join('.')}`}>
          <span>{row.words}</span>
          {revert && (
            <Button type="link" size="small" onClick={() => revert(row)} aria-label={`撤掉：${row.words}`}>
              撤掉
            </Button>
          )}
          {valueWords(row) && <small title={valueWords(row)}>{valueWords(row)}</small>}
        </li>
      ))}
    </ul>
  )
}

type ProblemsProps = {
  /** The page that they are of. */
  page: Page
  issues: readonly Issue[]
  /** Goes to what is wrong. */
  onIssue: (issue: Issue) => void
}

/** What keeps a page from being published, and what does not. */
export function Problems({ page, issues, onIssue }: ProblemsProps) {
  const names = new Map(componentsOf(page).map((component) => [component.id, nameOf(component)]))
  const errors = issues.filter(({ level }) => level === 'error')
  const warnings = issues.filter(({ level }) => level !== 'error')
  const block = (some: readonly Issue[], level: Issue['level'], words: string) =>
    some.length > 0 && (
      <section className={styles.problems} data-level={level}>
        <b>{words}</b>
        <ul>
          {some.slice(0, 20).map((issue) => (
            <li key={`${issue.componentId} ${issue.path.join('.')} ${issue.code}`}>
              {[names.get(issue.componentId), issue.message].filter(Boolean).join(' · ')}
              <Button type="link" size="small" onClick={() => onIssue(issue)}>
                去补
              </Button>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <>
      {block(errors, 'error', `${errors.length} 个错误，修正后才能发布`)}
      {block(warnings, 'warning', `${warnings.length} 个提醒，不挡发布`)}
    </>
  )
}

const MINI_PERCENT = 52

/** A page in small, with what differs outlined. */
export function MiniPhone({
  caption,
  page,
  isDefault,
  rows,
}: {
  caption: string
  page: Page
  isDefault: boolean
  rows: readonly Row[]
}) {
  const title = usePageTitle(page, isDefault)
  const blocks = useBlocks()
  const data = useCanvasData(
    componentsOf(page).flatMap((component) => heldBy(component, blocks) ?? []),
    page.terminal,
  )
  const scroller = useRef<HTMLElement>(null)
  const kinds = new Map(rows.filter(({ id }) => id).map(({ id, kind }) => [id, kind]))
  const rects = useRects(scroller, [...kinds.keys()], MINI_PERCENT, [page, data])
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <div className={styles.mini}>
        <div>
          <DrawnPage
            page={page}
            data={data}
            blocks={blocks}
            title={title}
            hasBack={!isDefault}
            isPlace={isDefault}
            scrollRef={(node) => {
              scroller.current = node
            }}
            over={[...rects].map(([id, { top, height }]) => (
              <span
                key={id}
                className={styles.mark}
                data-kind={kinds.get(id)}
                style={{ top, left: 2, width: 371, height }}
              />
            ))}
          />
        </div>
      </div>
    </figure>
  )
}
