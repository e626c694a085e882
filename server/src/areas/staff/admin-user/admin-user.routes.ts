import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { adminUserExport } from './admin-user.export.ts'
import {
  getUser,
  kickUser,
  listUserNames,
  listUsers,
  removeTotp,
  removeUsers,
  resetPassword,
  saveUser,
  unlockUser,
  updateUser,
  updateUserStatus,
} from './admin-user.service.ts'

export const serveAdminUsers = (app: App) =>
  serve(app, adminUser, {
    list: (ctx, { query }) => listUsers(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, adminUserExport, query),
    all: (ctx) => listUserNames(ctx),
    info: (ctx, { params }) => getUser(ctx, params.id),
    save: (ctx, { body }) => saveUser(ctx, body),
    update: (ctx, { body }) => updateUser(ctx, body),
    remove: async (ctx, { body }) => {
      await removeUsers(ctx, body)
      return {}
    },
    updateStatus: (ctx, { params, body }) => updateUserStatus(ctx, params.id, body.enabled),
    resetPassword: (ctx, { params }) => resetPassword(ctx, params.id),
    removeTotp: async (ctx, { params }) => {
      await removeTotp(ctx, params.id)
      return {}
    },
    unlock: async (ctx, { params }) => {
      await unlockUser(ctx, params.id)
      return {}
    },
    kick: async (ctx, { params }) => {
      await kickUser(ctx, params.id)
      return {}
    },
  })
