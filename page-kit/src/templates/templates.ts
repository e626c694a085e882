import { beauty } from './beauty.ts'
import { clothing } from './clothing.ts'
import { digital } from './digital.ts'
import { festival } from './festival.ts'
import { fresh } from './fresh.ts'
import { general } from './general.ts'
import { newcomers } from './newcomers.ts'
import { plainShop } from './plain.ts'
import type { Template } from './template.ts'
import { userCards } from './userCards.ts'
import { userClassic } from './userClassic.ts'

/** The built-in templates, in the order of the gallery. */
export const templates: readonly Template[] = [
  general,
  clothing,
  fresh,
  beauty,
  digital,
  plainShop,
  festival,
  newcomers,
  userClassic,
  userCards,
]
