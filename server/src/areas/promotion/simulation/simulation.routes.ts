import { simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { simulate } from './simulation.service.ts'

export const serveSimulations = (app: App) => serve(app, simulation, { run: (ctx, { body }) => simulate(ctx, body) })
