import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getPasswordPolicy } from '../sign-in/password.service.ts'
import { changeOwnEmail, mailEmailCode } from './own-email.service.ts'
import {
  getPreferences,
  listOwnLogins,
  listOwnOperations,
  savePreferences,
  updateAvatar,
  updatePassword,
  updateProfile,
} from './user-center.service.ts'

export const serveUserCenter = (app: App) =>
  serve(app, userCenter, {
    updateProfile: async (ctx, { body }) => {
      await updateProfile(ctx, body)
      return {}
    },
    updateAvatar: (ctx, { files }) => updateAvatar(ctx, files),
    updatePassword: async (ctx, { body }) => {
      await updatePassword(ctx, body)
      return {}
    },
    emailCode: async (ctx, { body }) => {
      await mailEmailCode(ctx, body.email)
      return {}
    },
    updateEmail: async (ctx, { params, body }) => {
      await changeOwnEmail(ctx, params.code, body)
      return {}
    },
    passwordPolicy: (ctx) => getPasswordPolicy(ctx),
    preferences: (ctx) => getPreferences(ctx),
    savePreferences: async (ctx, { body }) => {
      await savePreferences(ctx, body)
      return {}
    },
    operationLogs: (ctx, { query }) => listOwnOperations(ctx, query),
    loginLogs: (ctx, { query }) => listOwnLogins(ctx, query),
  })
