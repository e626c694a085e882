import type { Platform } from '../../../platform/http/context.ts'

/** In the hours in which least is ordered, after the day's own jobs. */
export function registerRecon({ scheduler }: Platform): void {
  scheduler.handle('reconcileDaily', {
    title: '夜间对账',
    cron: '0 12 3 * * ?',
    // Loaded lazily: the equations are needed once a night.
    run: async (ctx, _, signal) => (await import('./recon.service.ts')).lookAtNight(ctx, signal),
  })
}
