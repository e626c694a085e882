import { Bone, Skeleton } from '@zhanggui/page-kit/parts/skeleton.tsx'
import type { ReactNode } from 'react'
import type { Endless } from '../api/endless.ts'
import { Failed } from './loaded.tsx'
import { More } from './more.tsx'

type Given<Item> = {
  of: Endless<Item>
  /** The shape of the list while it is on its way; three cards unless said. */
  skeleton?: ReactNode
  /** What is drawn where there is nothing: why, and a way on. */
  empty: ReactNode
  children: (list: readonly Item[]) => ReactNode
}

/** An endless list: skeleton, rows and more rows, the empty state, or why it could not be read. */
export function Rows<Item>({ of: rows, skeleton = <CardBones />, empty, children }: Given<Item>) {
  const { list, error, retry } = rows
  if (!list) return error ? <Failed text={error.message} onRetry={retry} /> : <Skeleton>{skeleton}</Skeleton>
  if (!list.length) return empty
  return (
    <>
      {children(list)}
      <More of={rows} />
    </>
  )
}

/** Cards below one another. */
export function CardBones({ height = 170, count = 3 }: { height?: number; count?: number }) {
  return (
    <div className="coming">
      {[...Array(count).keys()].map((index) => (
        <Bone key={index} height={height} radius={12} />
      ))}
    </div>
  )
}
