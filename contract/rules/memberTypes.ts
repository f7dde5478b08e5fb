/** What a member is in public life (R68). Set on the command line only; a label that grants no rights. */
export const memberTypes = ['elected_official', 'community_leader', 'regular'] as const
export type MemberType = (typeof memberTypes)[number]
