import { rm } from 'node:fs/promises'

export default () => rm(process.env.ZHANGGUI_E2E_DEMO ?? '', { recursive: true, force: true })
