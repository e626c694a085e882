import { createContext } from 'react'

/** What the button says that opens the form of something new: 添加品牌. The title of that form says the same. */
export const AddWords = createContext<string | undefined>(undefined)
