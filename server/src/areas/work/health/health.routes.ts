import { backup } from '@zhanggui/contract/work/backup.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { checkHealth } from './health.service.ts'

export const serveHealth = (app: App) => serve(app, { health: backup.health }, { health: (ctx) => checkHealth(ctx) })
