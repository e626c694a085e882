import { defineHook, type Step } from '../hooks.ts'

/** Prepares tables first at every start, such as the partitions of the coming months. */
export const preparations = defineHook<Step>('preparations')

/**
 * Inserts an area's default rows, at set-up and later with the first version that has them. Only missing rows are added:
 * existing ones stay as staff left them. Runs in a transaction.
 */
export const defaults = defineHook<Step>('defaults')

/** Inserts what a new shop without demo data starts with, in the transaction that sets it up: staff may delete it for good. */
export const firstRows = defineHook<Step>('first rows')

/** Inserts rows of a demo shop in the transaction that sets it up. */
export const demoRows = defineHook<Step>('demo rows')

/** Adds missing data to a demo shop at every start, through services, as the shop's owner. */
export const demos = defineHook<Step>('demos')
