import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { t } from '#contract/kit/translate.ts'
import { focusById, useFocusOn } from '#web/kit/focus.ts'
import { classNames } from './classNames.ts'
import styles from './Alert.module.css'

const icons = { error: CircleAlert, warning: TriangleAlert, info: Info, success: CircleCheck }

type AlertProps = {
  kind: keyof typeof icons
  title: string
  children?: ReactNode | undefined
  /** Screen readers announce errors by default. Pass false for an error that takes the focus, which is read anyway. */
  announced?: boolean | undefined
  /** The level of the title's heading. */
  level?: 2 | 3 | undefined
  /** For a box that takes the focus. It is then a group with the title as its name, because a nameless box is silent. */
  ref?: Ref<HTMLDivElement> | undefined
}

/** A box with a title and details. It is shown beside the content that it is about. */
export function Alert({ kind, title, children, announced = kind === 'error', level = 2, ref }: AlertProps) {
  const Icon = icons[kind]
  const Heading = `h${level}` as const
  const titleId = useId()
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={announced ? 'alert' : ref ? 'group' : undefined}
      aria-labelledby={ref && !announced ? titleId : undefined}
      className={classNames(styles.alert, styles[kind])}
    >
      <Icon aria-hidden="true" />
      <div>
        <Heading id={titleId} className={styles.title}>
          {title}
        </Heading>
        {children}
      </div>
    </div>
  )
}

/** A link in an alert above a form. It moves the focus to the field that needs a correction. */
export function FieldLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        focusById(id)
      }}
    >
      {children}
    </a>
  )
}

/**
 * An alert such as "Please check 2 fields", with a link to each field. It takes the focus each time `attempt` rises, which
 * happens after every failed check. The keys of `errors` are the ids of the fields, in reading order.
 */
export function ErrorSummary({
  errors,
  attempt,
}: {
  errors: Readonly<Record<string, string>>
  attempt: number
}) {
  const box = useFocusOn<HTMLDivElement>(attempt)
  const entries = Object.entries(errors)
  if (entries.length === 0) {
    return null
  }
  return (
    <Alert
      ref={box}
      kind="error"
      announced={false}
      title={
        entries.length === 1
          ? t('Please check 1 field')
          : t('Please check {count} fields', { count: entries.length })
      }
    >
      <ul className={styles.links}>
        {entries.map(([id, message]) => (
          <li key={id}>
            <FieldLink id={id}>{message}</FieldLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
