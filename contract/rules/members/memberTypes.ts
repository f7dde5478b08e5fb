/** A member's public role. It is a label that grants no rights. Only operators can set it. */
export const memberTypes = ['elected_official', 'community_leader', 'regular'] as const
export type MemberType = (typeof memberTypes)[number]
