/** The maximum number of bills in one transaction. */
const batchSize = 500
/** If a batch took longer than this, the next one is smaller so that writes of members never wait long for a bill. */
const slowMs = 60
const smallestBatch = 25

/**
 * Repeats `work` until no bills are left. `work` changes up to `size` bills in one transaction and returns their
 * number.
 */
export async function inBatches(
  isStopping: () => boolean,
  work: (size: number) => Promise<number>,
): Promise<number> {
  let [size, total] = [batchSize, 0]
  while (!isStopping()) {
    const started = performance.now()
    const count = await work(size)
    total += count
    if (count < size) break
    const milliseconds = performance.now() - started
    if (milliseconds > slowMs) size = Math.max(smallestBatch, Math.floor((size * slowMs) / milliseconds))
    else size = Math.min(batchSize, size * 2)
  }
  return total
}
