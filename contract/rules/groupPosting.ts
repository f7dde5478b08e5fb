/** The message that is shown instead of the form for posts, and that refuses a post. */
export const residentsOnly = "Only residents within this group's jurisdiction can post here."
