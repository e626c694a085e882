import { create } from 'zustand'

/** The objects that the pages on show have named themselves after, by path (SH-11). */
export const usePageNames = create<Readonly<Record<string, string>>>(() => ({}))
