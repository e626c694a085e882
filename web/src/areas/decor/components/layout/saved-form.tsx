import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import type { CallInput } from '../../../../api/call.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import styles from './layout.module.css'

/** What is stored, changed here and saved as a whole. */
export function useSaved<Value extends object>(stored: Value, route: Route<RouteSpec>) {
  const [saved, setSaved] = useState(stored)
  const [value, setValue] = useState(stored)
  const dirty = JSON.stringify(value) !== JSON.stringify(saved)
  useDirtyGuard(dirty)
  const save = useWrite(route, { message: '已保存，15 秒内生效', onSuccess: () => setSaved(value) })
  return {
    value,
    setValue,
    dirty,
    save,
    send: () => save.mutate({ body: value } as unknown as CallInput<RouteSpec>),
    drop: () => setValue(saved),
  }
}

/** What drops or saves the changes of a form, and why it cannot be saved yet. */
export function Foot({
  of: { dirty, save, send, drop },
  route,
  why,
  act = '保存',
}: {
  of: Omit<ReturnType<typeof useSaved>, 'value' | 'setValue'>
  route: Route
  why?: string | undefined
  act?: string
}) {
  return (
    <Can do={route}>
      <div className={styles.foot}>
        <span className={styles.note} style={{ flex: 1 }}>
          {why}
        </span>
        <Button disabled={!dirty} onClick={drop}>
          放弃修改
        </Button>
        <WriteButton type="primary" of={save} disabled={!dirty || why !== undefined} onClick={send}>
          {act}
        </WriteButton>
      </div>
    </Can>
  )
}

/** What is read once, while it comes and where it does not. */
export function Stored<Data>({
  of: { data, error, reload },
  children,
}: {
  of: { data: Data | undefined; error: Error | null; reload: () => Promise<void> }
  children: (data: Data) => ReactNode
}) {
  if (error) return <FailedBlock error={error} onRetry={reload} />
  return data === undefined ? <Skeleton active style={{ padding: 16 }} /> : children(data)
}
