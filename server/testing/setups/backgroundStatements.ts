// Workers send these statements whenever they check for work, so whether a run sees them depends on timing.
export const isBackground = (name: string) =>
  /^(mail|worker|maintenance|postgres|testing|bills\/counterFolding|representatives\/messages\/followUps|notifications\/(stanceFanout|pendingVotes))|\.test\b/.test(
    name,
  )
