/**
 * A count that is divided by place, group or earlier stance is shown from this many members on. A smaller one could reveal
 * what a single member thinks. docs/decisions/057 lists the counts and the floor of each.
 */
export const minShownMembers = 5
