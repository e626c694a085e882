import { role } from '@zhanggui/contract/staff/role.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  copyRole,
  getRole,
  listRoleOptions,
  listRoles,
  listRoleUsers,
  removeRoles,
  saveRole,
  updateRole,
  updateRoleMenus,
  updateRoleStatus,
} from './role.service.ts'

export const serveRoles = (app: App) =>
  serve(app, role, {
    list: (ctx, { query }) => listRoles(ctx, query),
    all: (ctx) => listRoleOptions(ctx),
    level: ({ actor }) => ({ level: actor.level }),
    info: (ctx, { params }) => getRole(ctx, params.id),
    users: (ctx, { params }) => listRoleUsers(ctx, params.id),
    save: (ctx, { body }) => saveRole(ctx, body),
    update: (ctx, { body }) => updateRole(ctx, body),
    updateMenus: (ctx, { body }) => updateRoleMenus(ctx, body),
    updateStatus: (ctx, { params, body }) => updateRoleStatus(ctx, params.id, body.status),
    copy: (ctx, { params, body }) => copyRole(ctx, params.id, body),
    remove: async (ctx, { body }) => {
      await removeRoles(ctx, body)
      return {}
    },
  })
