import { type Access, routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A small export: its user can fetch it from the address once, within ten minutes. */
export const ExportFile = t.Object({ fileName: t.String(), url: t.String() })
/** A larger export is written by a task. */
export const ExportTask = t.Object({ taskId: t.String() })

/**
 * The route of a list's export: takes the list's query, answers the file's address or the task that writes it (3.17). Its
 * handler is one line: `download: (ctx, { query }) => exportRows(ctx, postExport, query)`.
 */
export function exportRoute<const Path extends `/${string}`, const Who extends Access, Query extends t.TObject>(route: {
  path: Path
  permission: Who
  summary: string
  query: Query
}) {
  return { method: 'GET', ...route, changes: true, response: ExportFile, accepted: ExportTask } as const
}

export const exported = routes('export', {
  fetch: {
    method: 'GET',
    path: '/api/exports/:token',
    permission: 'auth',
    summary: '下载导出文件',
    changes: true,
    params: t.Object({ token: t.String({ maxLength: 64 }) }),
    response: t.File,
  },
})
