import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const undoKinds = ['import', 'batch'] as const
export type UndoKind = (typeof undoKinds)[number]
/** `open`: it can be taken back; `running`: it is being taken back; `done`: it was. */
export const undoStatuses = ['open', 'running', 'done'] as const
export type UndoStatus = (typeof undoStatuses)[number]

/**
 * An action on many products that can be taken back. While it is `open`, the numbers are those that taking it back would
 * have now.
 */
export const UndoInfo = t.Object({
  id: t.Id,
  kind: t.OneOf(undoKinds),
  title: t.String({ maxLength: 120 }),
  status: t.OneOf(undoStatuses),
  /** The number of products it changed, then of those that go to the recycle bin, go back, and stay as they are. */
  total: t.Integer(),
  recycled: t.Integer(),
  restored: t.Integer(),
  left: t.Integer(),
  /** Of those that go back, the products with stock that stays, as it was sold or counted since. */
  stockLeft: t.Integer(),
  taskId: t.String(),
  createBy: t.String(),
  createTime: t.DateTime,
  /** The last moment to take it back. */
  until: t.DateTime,
  undoneBy: t.String(),
  finishTime: t.Nullable(t.DateTime),
})
export type UndoInfo = t.Static<typeof UndoInfo>

/** An action as it is offered on its record. */
const UndoFound = t.Object({
  id: t.Id,
  requestId: t.String(),
  title: t.String({ maxLength: 120 }),
  status: t.OneOf(undoStatuses),
})
export type UndoFound = t.Static<typeof UndoFound>

/** A product that stays as it is, or part of it, and why. */
const UndoLeft = t.Object({ id: t.Id, storeName: t.String(), reason: t.String({ maxLength: 500 }) })
export type UndoLeft = t.Static<typeof UndoLeft>

const permission = 'admin:product:undo'
const params = t.Object({ id: t.Id })
const base = '/admin/store/product/undo'

/** 撤销: takes back an import or a batch for what nobody changed since. */
export const productUndo = routes('product-undo', {
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission,
    summary: '撤销的预览或结果',
    params,
    response: UndoInfo,
  },
  find: {
    method: 'GET',
    path: `${base}/find`,
    permission,
    summary: '请求和任务的可撤销操作',
    query: t.Object({
      requestIds: t.Array(t.String({ maxLength: 64 }), { title: '请求编号', minItems: 1, maxItems: 100 }),
    }),
    response: t.Array(UndoFound),
  },
  left: {
    method: 'GET',
    path: `${base}/left`,
    permission,
    summary: '撤销时保持不变的商品及原因',
    query: t.pageQuery({ id: t.Id }),
    response: t.pageOf(UndoLeft),
  },
  start: {
    method: 'POST',
    path: `${base}/:id`,
    permission,
    summary: '撤销导入或批量操作',
    params,
    response: t.Done,
    accepted: t.Object({ taskId: t.String() }),
  },
})
