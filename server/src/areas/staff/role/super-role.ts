/** Code of the super administrator's role. */
export const SUPER_ROLE = 'admin'
