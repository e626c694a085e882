import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import type { ExportFile, ExportTask } from '@zhanggui/contract/work/export.ts'
import { exported } from '@zhanggui/contract/work/export.ts'
import { Button, Dropdown, Space } from 'antd'
import { use } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { write } from '../../api/write.ts'
import { useReadOnly } from '../access/can.tsx'
import { Greyed } from '../access/greyed.tsx'
import { saveFile } from '../download.ts'
import { showInfo, showSuccess } from '../feedback/feedback.ts'
import { openTasks } from '../tasks.ts'
import type { List } from './use-list.ts'
import { ShownColumns } from './views/list-views.ts'

/** A route that exports the rows a list's query matches. */
export type ExportRoute = Route<
  RouteSpec & { query: TObject; response: typeof ExportFile; accepted: typeof ExportTask }
>

type ExportButtonProps<Row> = { list: List<Row>; route: ExportRoute; ids?: readonly number[] }

/**
 * 导出: saves what the screen shows, its filters, order and columns, or of that the chosen rows; a menu beside it has the sheet
 * with all columns. Long exports go to the task centre.
 */
export function ExportButton<Row>({ list, route, ids }: ExportButtonProps<Row>) {
  const { filters, fixed, sort } = list
  const shown = use(ShownColumns)
  const start = useExport(route)
  const query = { ...fixed, ...filters, sort, ...(ids && { ids }) }
  const readOnly = useReadOnly(route as Route)
  const disabled = !list.rows.length || readOnly !== undefined
  return (
    <Greyed why={readOnly}>
      <Space.Compact>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={start.isPending}
          disabled={disabled}
          onClick={() => start.mutate({ query: { ...query, shown } })}
        >
          {ids ? '导出所选' : '导出'}
        </Button>
        <Dropdown
          trigger={['click']}
          disabled={disabled}
          menu={{ items: [{ key: 'all', label: '导出全部字段', onClick: () => start.mutate({ query }) }] }}
        >
          <Button icon={<DownOutlined aria-hidden />} aria-label="更多字段" disabled={disabled} />
        </Dropdown>
      </Space.Compact>
    </Greyed>
  )
}

/** Whether the chosen rows of a list can be exported alone. */
export const takesChosen = ({ query }: ExportRoute) => 'ids' in query.properties

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
