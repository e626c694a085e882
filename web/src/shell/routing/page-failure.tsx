import { Button } from 'antd'
import { ChunkError } from '../../kit/page/load-chunk.ts'
import './page-failure.css'

/** What stands where a page cannot be drawn. */
export function PageFailure({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const message = error instanceof ChunkError ? error.message : '页面出错了，请刷新重试'
  return <Notice text={message} action="刷新" onAction={onRetry ?? (() => window.location.reload())} />
}

/** What stands in place of every page while there is no menu (SH-8). */
export function MenuFailure({ onRetry }: { onRetry: () => void }) {
  return <Notice text="菜单加载失败" action="重试" onAction={onRetry} />
}

/** What stands where the menu names a page that this version of the console does not have (AU-75). */
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
