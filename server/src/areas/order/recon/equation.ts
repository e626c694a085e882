import type { EquationName, RootKind } from '@zhanggui/domain/finance/recon.ts'
import type { SQL } from 'drizzle-orm'

type Rule = {
  equation: EquationName
  what: string
  /** What the parts of `expected` and `found` are, which a slash divides; numbers if missing. */
  says?: readonly ('fen' | 'num')[]
}

/**
 * What must hold. `bad` selects `root`, `object`, `expected` and `found` of everything that does not, where `root` is the id of what it is
 * of. A condition of `root` from outside reaches the indexes, so that a night may look at a part: `root` is a column of the table that
 * the statement begins with, or one that it groups by.
 */
export type RowEquation = Rule & { of: RootKind; bad: SQL }

/**
 * Numbers that are kept of all rows of a large table: what a count gives. A statement over the whole table takes longer than one may, so
 * it is counted by ranges of ids, all in one snapshot. Both select `object` and `num`.
 */
export type CountEquation = Rule & { of: 'shop'; table: string; count: (among: SQL) => SQL; kept: SQL }

export type Equation = RowEquation | CountEquation

/** What does not add up: the equation (R of money, points, orders and stock, Q of activities), the object, what was expected and what was found. */
export type Difference = { equation: string; what: string; object: string; expected: string; found: string }
