import { useInfiniteQuery } from '@tanstack/react-query'
import { type AuditEntry, audit } from '@zhanggui/contract/monitor/audit.ts'
import { productReply, type Reply } from '@zhanggui/contract/product/product-reply.ts'
import { type LedgerRow, type PriceRow, productStock } from '@zhanggui/contract/product/product-stock.ts'
import { Button, Flex, Skeleton, Tag, Timeline } from 'antd'
import { call } from '../../../../api/call.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import {
  auditEntry,
  ledgerEntry,
  mergeTimeline,
  priceEntry,
  replyEntry,
  type TimelineEntry,
  type TimelineKind,
  type TimelineSource,
} from '../../model/timeline.ts'

const LIMIT = 30
const kinds: Record<TimelineKind, { text: string; color: string }> = {
  edit: { text: '操作', color: 'blue' },
  stock: { text: '库存', color: 'green' },
  price: { text: '价格', color: 'orange' },
  reply: { text: '评价', color: 'purple' },
}

/** 操作记录 of a product: edits, stock, prices and replies in one list, each shown to staff with its permission. */
export function ProductTimeline({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const edits = useSource<AuditEntry>(
    `edit ${id}`,
    (page) =>
      call(audit.list, { query: { objectType: 'product', objectId: String(id), page, limit: LIMIT }, silent: true }),
    auditEntry,
    useCan(audit.list),
  )
  const stock = useSource<LedgerRow>(
    `stock ${id}`,
    (page) => call(productStock.ledger, { query: { productId: id, page, limit: LIMIT }, silent: true }),
    ledgerEntry,
    useCan(productStock.ledger),
  )
  const prices = useSource<PriceRow>(
    `price ${id}`,
    (page) => call(productStock.prices, { query: { productId: id, page, limit: LIMIT }, silent: true }),
    priceEntry,
    useCan(productStock.prices),
  )
  const replies = useSource<Reply>(
    `reply ${id}`,
    (page) => call(productReply.list, { query: { productId: id, page, limit: LIMIT }, silent: true }),
    replyEntry,
    useCan(productReply.list),
  )
  const sources = [edits, stock, prices, replies]
  const { entries, hasMore } = mergeTimeline(sources.map(({ source }) => source))
  const failed = sources.find(({ error }) => error)
  const waits = sources.some(({ isLoading }) => isLoading)
  return (
    <SidePanel title={`操作记录：${name}`} width={560} onClose={onClose}>
      {failed ? (
        <FailedBlock error={failed.error} onRetry={() => void sources.map(({ refetch }) => refetch())} />
      ) : waits ? (
        <Skeleton active />
      ) : entries.length ? (
        <Timeline
          items={entries.map((entry) => ({
            key: entry.key,
            color: kinds[entry.kind].color,
            content: <Entry entry={entry} />,
          }))}
        />
      ) : (
        <EmptyBlock />
      )}
      {hasMore && !waits && !failed && (
        <Flex justify="center">
          <Button
            loading={sources.some(({ isFetchingNextPage }) => isFetchingNextPage)}
            onClick={() => {
              for (const { source, fetchNextPage } of sources) if (source.hasMore) fetchNextPage()
            }}
          >
            加载更多
          </Button>
        </Flex>
      )}
    </SidePanel>
  )
}

function Entry({ entry: { kind, time, who, title, lines } }: { entry: TimelineEntry }) {
  return (
    <>
      <Flex gap={8} wrap align="center">
        <Tag color={kinds[kind].color}>{kinds[kind].text}</Tag>
        <strong>{title}</strong>
        <span style={{ color: 'var(--text-2)' }}>
          {who || '系统'} · {time}
        </span>
      </Flex>
      {lines.map((line) => (
        <div key={line} style={{ overflowWrap: 'anywhere' }}>
          {line}
        </div>
      ))}
    </>
  )
}

type Page<Row> = { list: Row[]; total: number; page: number; limit: number }

function useSource<Row>(
  key: string,
  load: (page: number) => Promise<Page<Row>>,
  toEntry: (row: Row) => TimelineEntry,
  enabled: boolean,
) {
  const query = useInfiniteQuery({
    queryKey: ['product-timeline', key],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    enabled,
    gcTime: 0,
  })
  const source: TimelineSource = {
    entries: query.data?.pages.flatMap(({ list }) => list.map(toEntry)) ?? [],
    hasMore: query.hasNextPage,
  }
  return { ...query, source }
}
