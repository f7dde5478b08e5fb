/**
 * The labels of one series. Their values come from fixed sets, such as route templates, statement names and queue
 * names.
 */
export type Labels = Record<string, string>

type Sample = { suffix: string; labels: Labels; value: number }
type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; samples: () => Sample[] }

/**
 * When a metric has too many series, further ones are counted under this value of every label so that no client can
 * make the response grow.
 */
const overflow = 'other'
const maxSeries = 2_000

/** Collects the metrics of a process, in the text format of Prometheus, version 0.0.4. */
export class Registry {
  readonly #metrics = new Map<string, Metric>()

  counter(name: string, help: string): Counter {
    const counter = new Counter()
    this.#add({ name, help, type: 'counter', samples: () => counter.samples() })
    return counter
  }

  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const histogram = new Histogram(bounds)
    this.#add({ name, help, type: 'histogram', samples: () => histogram.samples() })
    return histogram
  }

  /** Adds a value that is read when the metrics are requested. */
  gauge(
    name: string,
    help: string,
    read: () => { labels?: Labels; value: number }[],
    type: 'gauge' | 'counter' = 'gauge',
  ): void {
    const samples = () => read().map(({ labels = {}, value }) => ({ suffix: '', labels, value }))
    this.#add({ name, help, type, samples })
  }

  write(): string {
    return [...this.#metrics.values()].map(writeMetric).join('')
  }

  #add(metric: Metric) {
    if (this.#metrics.has(metric.name)) throw new Error(`Two metrics have the name ${metric.name}`)
    this.#metrics.set(metric.name, metric)
  }
}

/** The series of one metric, by the values of their labels. */
class Series<T> {
  readonly #series = new Map<string, { labels: Labels; state: T }>()
  readonly #create: () => T

  constructor(create: () => T) {
    this.#create = create
  }

  get(labels: Labels): T {
    const key = Object.values(labels).join('\n')
    const series = this.#series.get(key)
    if (series) return series.state
    if (this.#series.size >= maxSeries && !Object.values(labels).every((value) => value === overflow)) {
      return this.get(Object.fromEntries(Object.keys(labels).map((name) => [name, overflow])))
    }
    const state = this.#create()
    this.#series.set(key, { labels, state })
    return state
  }

  all() {
    return [...this.#series.values()]
  }
}

export class Counter {
  readonly #series = new Series(() => ({ value: 0 }))

  add(labels: Labels, amount = 1): void {
    this.#series.get(labels).value += amount
  }

  samples(): Sample[] {
    return this.#series.all().map(({ labels, state }) => ({ suffix: '', labels, value: state.value }))
  }
}

export class Histogram {
  readonly #bounds: readonly number[]
  readonly #series: Series<{ buckets: number[]; count: number; sum: number }>

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#series = new Series(() => ({ buckets: bounds.map(() => 0), count: 0, sum: 0 }))
  }

  observe(labels: Labels, value: number): void {
    const state = this.#series.get(labels)
    const index = this.#bounds.findIndex((bound) => value <= bound)
    if (index !== -1) state.buckets[index] = (state.buckets[index] ?? 0) + 1
    state.count += 1
    state.sum += value
  }

  samples(): Sample[] {
    return this.#series.all().flatMap(({ labels, state }) => {
      let below = 0
      const buckets: Sample[] = this.#bounds.map((bound, index) => {
        below += state.buckets[index] ?? 0
        return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below }
      })
      return buckets.concat(
        { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: state.count },
        { suffix: '_sum', labels, value: state.sum },
        { suffix: '_count', labels, value: state.count },
      )
    })
  }
}

function writeMetric({ name, help, type, samples }: Metric): string {
  const lines = samples().map(
    ({ suffix, labels, value }) => `${name}${suffix}${writeLabels(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
