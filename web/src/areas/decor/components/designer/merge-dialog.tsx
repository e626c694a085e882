import { diffPages, nameOf } from '@zhanggui/page-kit/diff.ts'
import { type Conflict, mergePages, type Side } from '@zhanggui/page-kit/merge.ts'
import { type Component, type Page, settingFields, shareFields } from '@zhanggui/page-kit/page.ts'
import { Alert, Button, Segmented } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { openDialog } from '../../../../kit/feedback/feedback.ts'
import styles from './designer.module.css'
import { DrawnOne } from './drawn-page.tsx'

export type Pages = { base: Page; mine: Page; theirs: Page }
/** What becomes of both: the merged page, mine in place of theirs, or theirs alone. */
export type Decision = { kind: 'merge'; page: Page } | { kind: 'overwrite' } | { kind: 'discard' }

/** Asks what becomes of a page that somebody else has saved meanwhile. */
export const askAboutMerge = (pages: Pages, by: string | undefined): Promise<Decision> =>
  openDialog<Decision>((done) => (
    <MergeDialog
      {...pages}
      title={`页面已被${by ?? '别人'}修改`}
      notice="对方的修改已经保存。合并会保留双方的修改，同一处由您来定。"
      theirName={by ?? '对方'}
      done={done}
    />
  ))

type Given = Pages & { title: string; notice: string; theirName: string; done: (decision: Decision) => void }

function MergeDialog({ base, mine, theirs, title, notice, theirName, done }: Given) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const [comparing, setComparing] = useState(false)
  const { page, conflicts } = mergePages(base, mine, theirs, choices)
  // What of the conflicts is decided stays decided, also where a choice makes another one.
  const open = conflicts.filter(({ key }) => !choices[key])
  return (
    <Dialog
      title={title}
      width={conflicts.length || comparing ? 760 : 520}
      closable={false}
      keyboard={false}
      footer={[
        <Button key="discard" danger onClick={() => done({ kind: 'discard' })}>
          放弃我的修改
        </Button>,
        <Button key="overwrite" onClick={() => done({ kind: 'overwrite' })}>
          覆盖保存
        </Button>,
        <Button key="compare" disabled={comparing} onClick={() => setComparing(true)}>
          查看差异
        </Button>,
        <Button key="merge" type="primary" disabled={open.length > 0} onClick={() => done({ kind: 'merge', page })}>
          {open.length ? `还有 ${open.length} 处要选` : '合并并继续'}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={notice} description="覆盖保存时，对方的内容会留作一个版本，可以找回。" />
      <div className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <ConflictCard
            key={conflict.key}
            conflict={conflict}
            pages={{ base, mine, theirs }}
            theirName={theirName}
            chosen={choices[conflict.key]}
            onChoose={(side) => setChoices({ ...choices, [conflict.key]: side })}
          />
        ))}
      </div>
      {comparing && (
        <div className={styles.sides} style={{ marginTop: 12 }}>
          <Words title="我改了" from={base} to={mine} />
          <Words title={`${theirName}改了`} from={base} to={theirs} />
        </div>
      )}
    </Dialog>
  )
}

function Words({ title, from, to }: { title: string; from: Page; to: Page }) {
  const rows = diffPages(from, to)
  return (
    <div>
      <h3>
        {title} {rows.length} 处
      </h3>
      <ul className={styles.rows}>
        {rows.map(({ id, path, words, toWords }) => (
          <li key={`${id} ${path.join('.')} ${words}`}>
            {words}
            {toWords !== undefined && <small>{toWords}</small>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type CardProps = {
  conflict: Conflict
  pages: Pages
  theirName: string
  chosen: Side | undefined
  onChoose: (side: Side) => void
}

function ConflictCard({ conflict, pages, theirName, chosen, onChoose }: CardProps) {
  return (
    <section className={styles.conflict}>
      <header>
        <b>{wordsOf(conflict)}</b>
        <Segmented
          value={chosen ?? ''}
          options={[
            { value: 'mine', label: '用我的' },
            { value: 'theirs', label: `用${theirName}的` },
          ]}
          onChange={(side) => onChoose(side as Side)}
        />
      </header>
      {conflict.kind === 'component' && (
        <div className={styles.sides}>
          <OneSide component={conflict.mine} terminal={pages.mine.terminal} on={chosen === 'mine'} />
          <OneSide component={conflict.theirs} terminal={pages.theirs.terminal} on={chosen === 'theirs'} />
        </div>
      )}
    </section>
  )
}

function wordsOf(conflict: Conflict): string {
  switch (conflict.kind) {
    case 'component': {
      const component = conflict.mine ?? conflict.theirs
      return component ? nameOf(component) : '组件'
    }
    case 'order':
      return '组件的顺序'
    case 'limit':
      return `合在一起超出限制：${conflict.reason}`
    default: {
      const fields = conflict.kind === 'setting' ? settingFields : shareFields
      return `${conflict.kind === 'setting' ? '页面设置' : '分享卡片'} · ${conflict.fields.map((key) => fields[key]?.title ?? key).join('、')}`
    }
  }
}

function OneSide({
  component,
  terminal,
  on,
}: {
  component: Component | undefined
  terminal: Page['terminal']
  on: boolean
}) {
  return (
    <div className={styles.side} data-on={on}>
      {component ? <DrawnOne component={component} terminal={terminal} /> : <p>已删除</p>}
    </div>
  )
}
