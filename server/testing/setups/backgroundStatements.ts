// Workers send these whenever they wake up, so whether a run sees them is a matter of time.
export const isBackground = (name: string) =>
  /^(mail|worker|maintenance|postgres|testing|bills\/counterFolding|notifications\/(stanceFanout|pendingVotes))|\.test\b/.test(
    name,
  )
