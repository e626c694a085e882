import type { PrintKind } from '@zhanggui/contract/order/order-print.ts'
import { useSession } from '../../api/session.ts'
import { savePreference } from '../settings/preferences.ts'

/** A paper, in millimetres; a roll has no height of its own. */
type Paper = { label: string; width: number; height?: number; margin: number }

export const papers = {
  A4: { label: 'A4', width: 210, height: 297, margin: 10 },
  A5: { label: 'A5', width: 148, height: 210, margin: 8 },
  '100x150': { label: '100×150', width: 100, height: 150, margin: 4 },
  '76x130': { label: '76×130', width: 76, height: 130, margin: 3 },
  '58': { label: '58 mm', width: 58, margin: 2 },
  '80': { label: '80 mm', width: 80, margin: 3 },
} as const satisfies Record<string, Paper>
export type PaperName = keyof typeof papers

/** The papers of each print, the usual one first. */
export const papersOf: Readonly<Record<PrintKind, readonly [PaperName, ...PaperName[]]>> = {
  pick: ['A4'],
  note: ['76x130', '100x150', 'A5', 'A4'],
  receipt: ['58', '80'],
}

/** What staff chose last, kept with their account. */
export type PrintChoice = {
  kind: PrintKind
  paper: Partial<Record<PrintKind, PaperName>>
  copies: number
  /** What delivery notes show. */
  prices: boolean
  mark: boolean
  remark: boolean
}

const KEY = 'print'
const usual: PrintChoice = { kind: 'note', paper: {}, copies: 1, prices: false, mark: true, remark: true }

/** The choice of the account; what it lacks, or what is no choice any more, is as usual. */
export function readChoice(): PrintChoice {
  const kept = useSession.getState().user?.preferences?.[KEY] as Partial<PrintChoice> | undefined
  const choice = { ...usual, ...kept, copies: 1 }
  return choice.kind in papersOf ? choice : usual
}

export const keepChoice = (choice: PrintChoice) => savePreference(KEY, choice)

export const paperOf = ({ paper }: PrintChoice, kind: PrintKind): PaperName => {
  const chosen = paper[kind]
  return chosen && papersOf[kind].includes(chosen) ? chosen : papersOf[kind][0]
}
