import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { classNames } from './classNames.ts'
import styles from './Alert.module.css'

const icons = { error: CircleAlert, warning: TriangleAlert, info: Info, success: CircleCheck }

type AlertProps = {
  kind: keyof typeof icons
  title: string
  children?: ReactNode | undefined
  /** Errors are announced by themselves; say false for one that takes focus instead. */
  announced?: boolean | undefined
  /** The level of its heading. */
  level?: 2 | 3 | undefined
  ref?: Ref<HTMLDivElement> | undefined
}

/** A titled box that stands where the trouble is and stays. */
export function Alert({ kind, title, children, announced = kind === 'error', level = 2, ref }: AlertProps) {
  const Icon = icons[kind]
  const Heading = `h${level}` as const
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={announced ? 'alert' : undefined}
      className={classNames(styles.alert, styles[kind])}
    >
      <Icon aria-hidden="true" />
      <div>
        <Heading className={styles.title}>{title}</Heading>
        {children}
      </div>
    </div>
  )
}

/** Leads from a box above a form to the field that it speaks of. */
export function FieldLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(id)?.focus()
      }}
    >
      {children}
    </a>
  )
}

/**
 * "Please check 2 fields" with a link to each. It takes focus each time `attempt` rises, that is after each refused
 * submit; `errors` is keyed by the ids of the fields, in reading order.
 */
export function ErrorSummary({
  errors,
  attempt,
}: {
  errors: Readonly<Record<string, string>>
  attempt: number
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])

  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <Alert
      ref={box}
      kind="error"
      announced={false}
      title={entries.length === 1 ? 'Please check 1 field' : `Please check ${entries.length} fields`}
    >
      <ul className={styles.links}>
        {entries.map(([id, words]) => (
          <li key={id}>
            <FieldLink id={id}>{words}</FieldLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
