import { useInfiniteQuery } from '@tanstack/react-query'
import { type AuditEntry, audit } from '@zhanggui/contract/monitor/audit.ts'
import { productReply, type Reply } from '@zhanggui/contract/product/product-reply.ts'
import { type LedgerRow, type PriceRow, productStock } from '@zhanggui/contract/product/product-stock.ts'
import { Button, Flex, Skeleton } from 'antd'
import { call } from '../../../../api/call.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { Timeline } from '../../../../kit/detail/timeline.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import type { Tone } from '../../../../kit/settings/palette.ts'
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
const kindNames: Record<TimelineKind, string> = { edit: '操作', stock: '库存', price: '价格', reply: '评价' }
const tones: Record<TimelineKind, Tone> = { edit: 'wait', stock: 'idle', price: 'promo', reply: 'done' }

/**
 * Edits, stock, prices and replies of a product in one list, each shown to staff with its permission.
 * @param first how many are shown until staff ask for the rest; all if omitted
 */
export function ProductTimeline({ id, first }: { id: number; first?: number }) {
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
  if (failed) return <FailedBlock error={failed.error} onRetry={() => void sources.map(({ refetch }) => refetch())} />
  if (waits) return <Skeleton active />
  if (!entries.length) return <EmptyBlock text="还没有动态" />
  return (
    <>
      <Timeline
        kinds={kindNames}
        first={first}
        items={entries.map((entry) => ({
          key: entry.key,
          at: entry.time,
          kind: entry.kind,
          tone: tones[entry.kind],
          content: <Entry entry={entry} />,
        }))}
      />
      {hasMore && (
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
    </>
  )
}

function Entry({ entry: { who, title, lines } }: { entry: TimelineEntry }) {
  return (
    <>
      <strong>{who || '系统'}</strong> {title}
      {lines.map((line) => (
        <div key={line} style={{ color: 'var(--text-2)' }}>
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
