import { home } from '@zhanggui/contract/dashboard/home.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getHomeFigures } from './home-figures.service.ts'
import { getHomeTodo } from './home-todo.service.ts'
import { getOpening } from './opening.service.ts'

export function serveHome(app: App): void {
  serve(app, home, {
    todo: (ctx) => getHomeTodo(ctx),
    figures: (ctx) => getHomeFigures(ctx),
    opening: (ctx) => getOpening(ctx),
  })
}
