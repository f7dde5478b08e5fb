// Workers send these statements whenever they start a round, so whether a run sees them depends on the time.
export const isBackground = (name: string) =>
  /^(mail|worker|maintenance|postgres|testing|bills\/counterFolding|representatives\/messages\/followUps|notifications\/(stanceFanout|pendingVotes))|\.test\b/.test(
    name,
  )
