import { create } from 'zustand'
import { readSize, type Size } from './sizes.ts'

/** The display size: part `size` of the state `app`, from its cookie. */
export const useSize = create<{ size: Size }>(() => ({ size: readSize(document.cookie) }))
