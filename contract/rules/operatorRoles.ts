/** What a member may do on the screens for operators. An administrator may do everything that a moderator may. */
export const operatorRoles = ['moderator', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]
