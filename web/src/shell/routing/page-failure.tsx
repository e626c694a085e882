import { Button } from 'antd'
import { ChunkError } from '../../kit/page/load-chunk.ts'
import './page-failure.css'

/** Replaces a page that cannot be drawn. */
export function PageFailure({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const message = error instanceof ChunkError ? error.message : '页面出错了，请刷新重试'
  return <Notice text={message} action="刷新" onAction={onRetry ?? (() => window.location.reload())} />
}

/** Replaces every page while there is no menu. */
export function MenuFailure({ onRetry }: { onRetry: () => void }) {
  return <Notice text="菜单加载失败" action="重试" onAction={onRetry} />
}

/** Replaces a page of the menu that this version of the console does not have. */
export function UnknownPage({ component }: { component: string }) {
  return <p className="page-failure">页面未找到：{component}</p>
}

function Notice({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <div className="page-failure" role="alert">
      <p>{text}</p>
      <Button type="primary" onClick={onAction}>
        {action}
      </Button>
    </div>
  )
}
