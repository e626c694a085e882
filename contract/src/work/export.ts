import { type Access, routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A small export: its user can fetch it from the address once, within ten minutes. */
export const ExportFile = t.Object({ fileName: t.String(), url: t.String() })
/** A larger export is written by a task. */
export const ExportTask = t.Object({ taskId: t.String() })

/** What every export takes besides the query of its list. */
const asShown = {
  /** The names of the list's columns as they are shown, in their order: the sheet has what these tell, and else all it can. */
  shown: t.Optional(t.Array(t.String({ minLength: 1, maxLength: 50 }), { title: '显示的列', maxItems: 100 })),
}

/** For exports of lists whose rows can be chosen: these rows alone, of those that the query finds. */
export const chosenRows = {
  ids: t.Optional(t.Array(t.Id, { title: '所选数据', maxItems: 1000, example: [1] })),
}

/**
 * The route of a list's export: takes the list's query, answers the file's address or the task that writes it. Its
 * handler is one line: `download: (ctx, { query }) => exportRows(ctx, postExport, query)`.
 */
export function exportRoute<const Path extends `/${string}`, const Who extends Access, Query extends t.TObject>(route: {
  path: Path
  permission: Who
  summary: string
  query: Query
}) {
  const query = t.Object({ ...asShown, ...route.query.properties }) as unknown as t.TObject<
    Query['properties'] & typeof asShown
  >
  return { method: 'GET', ...route, query, changes: true, response: ExportFile, accepted: ExportTask } as const
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
