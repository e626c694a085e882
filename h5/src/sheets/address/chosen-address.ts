/** The draft that names the address which was just added for a screen that waits for one. */
export const CHOSEN_ADDRESS = 'chosen-address'
