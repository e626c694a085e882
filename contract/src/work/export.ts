import { type Access, routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A small export waits at an address for its user, for ten minutes and one fetch. */
export const ExportFile = t.Object({ fileName: t.String(), url: t.String() })
/** A larger one is written by a task. */
export const ExportTask = t.Object({ taskId: t.String() })

/**
 * The route of a list's export: takes the list's query, answers where the file is, or which task writes it (3.17). Its
 * handler is a line: `download: (ctx, { query }) => exportRows(ctx, postExport, query)`.
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
