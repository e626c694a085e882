import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Skeleton } from '@zhanggui/page-kit/parts/skeleton.tsx'
import type { ReactNode } from 'react'
import type { Reading } from '../api/read.ts'
import { Button } from './typed/button.tsx'

type Given<Answer> = {
  of: Reading<Answer>
  /** The shape of what will be there, made of bones. */
  skeleton: ReactNode
  /** What is drawn when it cannot be read; undefined for the usual message. */
  failed?: (error: NonNullable<Reading<Answer>['error']>) => ReactNode | undefined
  children: (data: Answer) => ReactNode
}

/** What was read, or its shape until it is there, or why it is not, with another try. */
export function Loaded<Answer>({ of: { data, error, retry }, skeleton, failed, children }: Given<Answer>) {
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton>{skeleton}</Skeleton>
  return failed?.(error) ?? <Failed text={error.message} onRetry={retry} />
}

export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Empty text={text}>
      <Button kind="line" size={32} onClick={onRetry}>
        重试
      </Button>
    </Empty>
  )
}
