/** Shown instead of the form for posts, and the refusal of a post. */
export const residentsOnly = "Only residents within this group's jurisdiction can post here."
