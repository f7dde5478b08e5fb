import cliProgress from 'cli-progress'

/** Reports that `done` of `total` parts are done, and what comes next. */
export type OnProgress = (done: number, total: number, next: string) => void

export type Progress = {
  /** False if standard error is no terminal. Nothing is shown then. */
  isShown: boolean
  update: OnProgress
  /** Returns a function that prints lines without the bar between them. */
  above: (print: (line: string) => void) => (line: string) => void
  /** Removes the bar. */
  stop: () => void
}

/** Returns a progress bar. Null if standard error is not a terminal. */
export function terminalBar(format: string, options: cliProgress.Options = {}): cliProgress.SingleBar | null {
  if (!process.stderr.isTTY) return null
  return new cliProgress.SingleBar(
    { format, hideCursor: true, stream: process.stderr, ...options },
    cliProgress.Presets.shades_classic,
  )
}

/** Shows the progress of a long command while an operator waits at a terminal. In logs and pipes it shows nothing. */
export function openProgress(task: string): Progress {
  const bar = terminalBar(`${task} {bar} {percentage}% | {next}`, {
    clearOnComplete: true,
    forceRedraw: true,
  })
  bar?.start(1, 0, { next: '' })
  return {
    isShown: bar !== null,
    update: (done, total, next) => {
      bar?.setTotal(Math.max(total, 1))
      bar?.update(Math.min(done, total), { next })
    },
    above: (print) => (line) => {
      if (bar) process.stderr.write(removeLine)
      print(line)
    },
    stop: () => bar?.stop(),
  }
}

/** Moves the cursor to the beginning of the line and clears it. The bar is drawn again with its next update. */
const removeLine = '\r\u001b[K'
