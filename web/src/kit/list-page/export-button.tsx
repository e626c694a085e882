import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import type { ExportFile, ExportTask } from '@zhanggui/contract/work/export.ts'
import { exported } from '@zhanggui/contract/work/export.ts'
import { Button } from 'antd'
import type { CallInput } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { write } from '../../api/write.ts'
import { saveFile } from '../download.ts'
import { showInfo, showSuccess } from '../feedback/feedback.ts'
import { openTasks } from '../tasks.ts'
import type { List } from './use-list.ts'

/** A route that exports the rows a list's query matches. */
export type ExportRoute = Route<
  RouteSpec & { query: TObject; response: typeof ExportFile; accepted: typeof ExportTask }
>

/** 导出: saves the rows the list's filters match; long exports go to the task centre (SY-3). */
export function ExportButton<Row>({ list, route }: { list: List<Row>; route: ExportRoute }) {
  const { filters, fixed, sort } = list
  return <ExportQuery route={route} query={{ ...fixed, ...filters, sort }} disabled={!list.rows.length} />
}

type ExportQueryProps = { route: ExportRoute; query: CallInput<ExportRoute>['query']; disabled?: boolean }

/** Starts the export, and saves the file or shows the task that writes it. */
export function useExport(route: ExportRoute) {
  return useWrite(route, {
    onSuccess: async (answer) => {
      if ('taskId' in answer) {
        openTasks()
        showInfo('数据量较大，已转入任务中心')
        return
      }
      await saveExport(answer)
      showSuccess(`已导出 ${answer.fileName}`)
    },
  })
}

/** Fetches an export from its address, which works once, and saves it. */
export async function saveExport({ fileName, url }: { fileName: string; url: string }) {
  const token = url.split('/').at(-1) ?? ''
  saveFile(await write(exported.fetch, { params: { token } }), fileName)
}

/** The same for a page that keeps its filters itself. */
export function ExportQuery({ route, query, disabled }: ExportQueryProps) {
  const start = useExport(route)
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={start.isPending}
      disabled={disabled}
      onClick={() => start.mutate({ query })}
    >
      导出
    </Button>
  )
}
