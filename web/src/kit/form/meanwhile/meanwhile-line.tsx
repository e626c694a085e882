import { Button } from 'antd'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/server-time.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { openDialog } from '../../feedback/feedback.ts'
import { ChangeLines } from '../../history/change-lines.tsx'
import { type News, newsText } from './meanwhile.ts'
import styles from './meanwhile-line.module.css'
import type { Meanwhile } from './use-meanwhile.ts'

/** Beside the buttons of a form: who changed its object meanwhile and what, to be looked at and taken over. */
export function MeanwhileLine({ of: { news, taken, gone, take, dismiss } }: { of: Meanwhile }) {
  if (gone) return <Line text="这条数据已被删除，不能再保存；需要的内容请先复制" />
  if (news)
    return (
      <Line text={textOf(news)}>
        <Button size="small" type="link" onClick={() => showNews(news)}>
          看看
        </Button>
        <Button size="small" onClick={take}>
          采用这些修改
        </Button>
      </Line>
    )
  if (!taken) return null
  const kept = taken.kept.length > 0 && `；您填的没有动：${taken.kept.join('、')}`
  return (
    <Line text={`已采用：${textOf(taken.news)}${kept || ''}`}>
      <Button size="small" type="link" onClick={() => showNews(taken.news)}>
        看看
      </Button>
      <Button size="small" type="link" onClick={dismiss}>
        知道了
      </Button>
    </Line>
  )
}

const textOf = (news: News) => newsText(news, serverNow())

function Line({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.line} role="status">
      <span>{text}</span>
      {children && <span className={styles.acts}>{children}</span>}
    </div>
  )
}

/** What was changed, from what to what. */
function showNews(news: News) {
  openDialog<void>((done) => (
    <Dialog
      title="别人的修改"
      width={560}
      onCancel={() => done()}
      footer={<Button onClick={() => done()}>关闭</Button>}
    >
      <p className={styles.note}>{textOf(news)}</p>
      <ChangeLines changes={news.changes} />
    </Dialog>
  ))
}
