import { defineHook, type Step } from '../hooks.ts'

/** Readies tables before anything else at every start, as with the coming months' partitions. */
export const preparations = defineHook<Step>('preparations')

/**
 * Inserts rows that an area brings to a shop, when it is set up and later with the version that has them first. Only what
 * is missing is added: rows that are there stay as staff left them. In a transaction.
 */
export const defaults = defineHook<Step>('defaults')

/** Inserts rows of a demo shop in the transaction that sets it up. */
export const demoRows = defineHook<Step>('demo rows')

/** Fills a demo shop with what is not there yet: at every start, through services, as the shop's owner. */
export const demos = defineHook<Step>('demos')
