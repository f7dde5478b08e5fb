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

/** Returns a progress bar, or null if standard error is not a terminal. */
export function terminalBar(format: string, options: cliProgress.Options = {}): cliProgress.SingleBar | null {
  if (!process.stderr.isTTY) return null
  return new cliProgress.SingleBar(
    { format, hideCursor: true, stream: process.stderr, ...options },
    cliProgress.Presets.shades_classic,
  )
}

/** Shows the progress of a long command while an operator waits at a terminal. In logs and pipes it shows nothing. */
export function openProgress(task: string): Progress {
  let bar = terminalBar(`${task} {bar} {percentage}% | {next}`, { clearOnComplete: true })
  let reached = { done: 0, total: 1, next: '' }
  const draw = () => bar?.start(reached.total, reached.done, reached)
  draw()
  return {
    isShown: bar !== null,
    update: (done, total, next) => {
      reached = { done: Math.min(done, total), total: Math.max(total, 1), next }
      bar?.setTotal(reached.total)
      bar?.update(reached.done, reached)
    },
    above: (print) => (line) => {
      // A bar that stops returns to the line where it began, so it starts over below the printed line.
      bar?.stop()
      print(line)
      draw()
    },
    stop: () => {
      bar?.stop()
      bar = null
    },
  }
}
