import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import type { ReservedReply } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { read } from '../../../api/read.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { useAddress } from '../../../kit/page/use-address.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useSettled } from '../../../kit/use-settled.ts'
import styles from '../components/reply/reply.module.css'
import { ReplyForm } from '../components/reply/reply-form.tsx'
import { WordList } from '../components/reply/word-list.tsx'
import { blankReply, type ReplyTab } from '../model/reply-form.ts'

const MOST = 100
const MAX_TYPED = 30
const NEW = 'new'

/** 自动回复: what the official account answers by itself. */
export default function WechatReplyPage() {
  const { search, turn } = useAddress()
  const asked = new URLSearchParams(search)
  const given = asked.get('tab')
  const tab: ReplyTab = given === 'subscribe' || given === 'default' ? given : 'words'
  const figures = useQuery(read(wechatReply.figures, {}))
  const { received = 0, answered = 0 } = figures.data ?? {}
  return (
    <div className={styles.page}>
      <PageHeader
        summary={
          received > 0 && (
            <>
              近 7 天收到 <b>{received.toLocaleString('en-US')}</b> 条，
              <b>{Math.round((answered / received) * 100)}%</b> 自动答上了
            </>
          )
        }
        acts={
          <Can do={wechatReply.save}>
            <Button
              icon={<PlusOutlined aria-hidden />}
              onClick={() => turn(new URLSearchParams({ tab: 'words', id: NEW }))}
            >
              添加关键字
            </Button>
          </Can>
        }
      />
      <section className={styles.panes} data-alone={tab !== 'words'} aria-label="自动回复">
        <div className={styles.tabs}>
          <StateTabs<ReplyTab>
            tabs={[
              { key: 'subscribe', label: '关注回复' },
              { key: 'words', label: '关键字回复' },
              { key: 'default', label: '无匹配回复' },
            ]}
            value={tab}
            onChange={(key) => turn(new URLSearchParams({ tab: key }))}
          />
        </div>
        {tab === 'words' ? (
          <Words unanswered={figures.data?.unanswered ?? []} />
        ) : (
          <Reserved key={tab} reserved={tab} />
        )}
      </section>
    </div>
  )
}

function Words({ unanswered }: { unanswered: readonly { text: string; count: number }[] }) {
  const { search, replace, turn } = useAddress()
  const asked = new URLSearchParams(search)
  const id = asked.get('id')
  const [first, setFirst] = useState<number>()
  const isPhone = useIsPhone()
  const maySave = useCan(wechatReply.save)
  const [typed, setTyped] = useState('')
  const [keywords] = useSettled(typed.trim().slice(0, MAX_TYPED))
  const list = useQuery({
    ...read(wechatReply.list, { query: { limit: MOST, keywords: keywords || undefined } }),
    placeholderData: keepPreviousData,
  })
  // The one that was first stays open while the list is searched or comes in another order: it may be half typed.
  if (first === undefined && !list.isFetching && list.data?.list[0]) setFirst(list.data.list[0].id)
  if (list.error && !list.data) return <FailedBlock error={list.error} onRetry={list.refetch} />
  if (!list.data) return <Skeleton active style={{ padding: 16 }} />
  const rows = list.data.list
  const addressOf = (next: string, word?: string) =>
    new URLSearchParams({ tab: 'words', id: next, ...(word && { word }) })
  const open = (next: string, word?: string) => turn(addressOf(next, word))
  // Phones show the list until one is chosen.
  const chosen = id === NEW ? undefined : id ? Number(id) : isPhone ? undefined : first
  const hasForm = id === NEW || chosen !== undefined
  return (
    <>
      {(!isPhone || !hasForm) && (
        <WordList
          rows={rows}
          total={list.data.total}
          typed={typed}
          chosen={chosen}
          unanswered={unanswered}
          onType={setTyped}
          onChoose={(next) => open(String(next))}
          onAnswer={maySave ? (word) => open(NEW, word) : undefined}
        />
      )}
      {(!isPhone || hasForm) && (
        <div>
          {chosen !== undefined ? (
            <One key={chosen} id={chosen} onRemoved={() => setFirst(undefined)} />
          ) : id === NEW ? (
            <ReplyForm
              key={asked.get('word') ?? ''}
              reply={undefined}
              initial={blankReply([asked.get('word') ?? ''].filter(Boolean))}
              head={<Back />}
              onSaved={(saved) => replace(addressOf(String(saved)))}
            />
          ) : (
            <EmptyBlock text="选一条回复" more="或添加关键字" />
          )}
        </div>
      )}
    </>
  )
}

/** The way back to the list, on phones. */
function Back() {
  const { turn } = useAddress()
  const isPhone = useIsPhone()
  if (!isPhone) return null
  return (
    <Button
      type="link"
      icon={<LeftOutlined aria-hidden />}
      style={{ justifySelf: 'start', padding: 0 }}
      onClick={() => turn(new URLSearchParams({ tab: 'words' }))}
    >
      所有关键字
    </Button>
  )
}

function One({ id, onRemoved }: { id: number; onRemoved: () => void }) {
  const { replace } = useAddress()
  const stored = useReadOnce(read(wechatReply.info, { query: { id } }))
  if (stored.error) return <FailedBlock error={stored.error} onRetry={stored.reload} />
  if (!stored.data) return <Skeleton active style={{ padding: 16 }} />
  return (
    <ReplyForm
      key={stored.data.version}
      reply={stored.data}
      initial={stored.data}
      head={<Back />}
      onSaved={stored.reload}
      onRemoved={() => {
        onRemoved()
        replace(new URLSearchParams({ tab: 'words' }))
      }}
    />
  )
}

/** One of the two replies that answer no word; its form is empty until it is saved once. */
function Reserved({ reserved }: { reserved: ReservedReply }) {
  const stored = useReadOnce(read(wechatReply.infoByWord, { query: { keywords: reserved }, silent: true }))
  const isNew = stored.error instanceof CallError && stored.error.status === 404
  if (stored.error && !isNew) return <FailedBlock error={stored.error} onRetry={stored.reload} />
  if (!stored.data && !isNew) return <Skeleton active style={{ padding: 16 }} />
  return (
    <ReplyForm
      key={stored.data?.version ?? NEW}
      reply={stored.data}
      initial={stored.data ?? blankReply([reserved])}
      reserved={reserved}
      onSaved={stored.reload}
    />
  )
}
