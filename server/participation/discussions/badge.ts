import type { Db, Part } from '#server/platform/postgres/db.ts'

const sides = ['support', 'oppose'] as const
type Side = (typeof sides)[number]

/** True if both sides like a comment well enough for the badge "Liked on both sides". `alias` names its row. */
export function isLikedByBothSides(db: Db, alias: string): Part {
  const conditions = sides.map((side) => {
    const { upvotes, downvotes } = voicesOf(alias, side)
    return `is_liked_by_side(${upvotes}, ${downvotes})`
  })
  return db.unsafe(`(${conditions.join(' and ')})`)
}

/** The votes of each side that the badge counts, as JSON (`both_sides` of contract/discussions.ts). */
export function sideVotes(db: Db, alias: string): Part {
  const fields = sides.map((side) => {
    const { upvotes, downvotes } = voicesOf(alias, side)
    return `'${side}', json_build_object('upvotes', ${upvotes}, 'votes', ${upvotes} + ${downvotes})`
  })
  return db.unsafe(`json_build_object(${fields.join(', ')})`)
}

function voicesOf(alias: string, side: Side) {
  const voices = (votes: string) => `voices(${alias}.${side}_${votes}, ${alias}.${side}_${votes}_discount)`
  return { upvotes: voices('upvotes'), downvotes: voices('downvotes') }
}
