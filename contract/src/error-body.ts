import * as t from './schema.ts'

/** The body of every response outside 200–299 (system chapter, 5.1). */
export const ErrorBody = t.Object({
  status: t.Integer(),
  message: t.String(),
  timestamp: t.DateTime,
  code: t.String(),
  requestId: t.String(),
  errors: t.Optional(t.Array(t.Object({ field: t.String(), message: t.String() }))),
  permission: t.Optional(t.String()),
  current: t.Optional(t.Unknown()),
  uses: t.Optional(t.Array(t.Object({ type: t.String(), id: t.Id, name: t.String() }))),
})
export type ErrorBody = t.Static<typeof ErrorBody>
