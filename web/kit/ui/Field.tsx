import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { IconButton } from './Button.tsx'
import { classNames } from './classNames.ts'
import { FieldError } from './Feedback.tsx'
import styles from './Field.module.css'

type Frame = {
  label: string
  /** Shown under the label. */
  hint?: ReactNode | undefined
  /** Shown under the field. The field is then marked as invalid and described by this text. */
  error?: string | null | undefined
  /** Shown at the end of the label's line, for example a help button. */
  aside?: ReactNode | undefined
  /** True if the form refuses the field while it is empty. The label's line then says so. */
  required?: boolean | undefined
}

type ControlIds = {
  id: string
  required: boolean
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

/** The label, the hint and the error of a control. The control gets its id and its ARIA attributes from this frame. */
function FieldFrame({
  label,
  hint,
  error,
  aside,
  required = false,
  children,
  id: ownId,
}: Frame & {
  id?: string | undefined
  children: (ids: ControlIds) => ReactNode
}) {
  const generatedId = useId()
  const id = ownId ?? generatedId
  const describedBy = classNames(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {/* Screen readers announce the attribute of the control. */}
        {required && (
          <span aria-hidden="true" className={styles.required}>
            {t('required')}
          </span>
        )}
        {aside}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'children'> &
  Frame & {
    /** An icon at the start of the field. */
    icon?: ReactNode | undefined
    /** A control at the end of the field. */
    end?: ReactNode | undefined
  }

export function TextField({
  label,
  hint,
  error,
  aside,
  required,
  icon,
  end,
  className,
  id,
  ...input
}: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside} required={required} id={id}>
      {(ids) => (
        <div className={styles.control}>
          {icon}
          <input
            type="text"
            {...input}
            {...ids}
            className={classNames(
              'input',
              styles.input,
              icon ? styles.withIcon : null,
              end ? styles.withEnd : null,
              className,
            )}
          />
          {end && <span className={styles.end}>{end}</span>}
        </div>
      )}
    </FieldFrame>
  )
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? t('Hide password') : t('Show password')}
          icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  )
}

export function TextArea({
  label,
  hint,
  error,
  aside,
  required,
  className,
  id,
  ...area
}: ComponentProps<'textarea'> & Frame) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside} required={required} id={id}>
      {(ids) => (
        <textarea
          // Browsers scroll only to the line of the cursor, but after Tab the whole field should be visible.
          onKeyUp={(event) => event.key === 'Tab' && event.currentTarget.scrollIntoView({ block: 'nearest' })}
          {...area}
          {...ids}
          className={classNames('input', styles.input, className)}
        />
      )}
    </FieldFrame>
  )
}

/** A native select. Its children are its options. */
export function SelectField({
  label,
  hint,
  error,
  aside,
  required,
  className,
  id,
  ...select
}: ComponentProps<'select'> & Frame) {
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside} required={required} id={id}>
      {(ids) => <select {...select} {...ids} className={classNames('input', styles.input, className)} />}
    </FieldFrame>
  )
}

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export function Checkbox({ label, ...input }: ChoiceProps) {
  return (
    <label className={styles.check}>
      <input {...input} type="checkbox" className={styles.box} />
      <span>{label}</span>
    </label>
  )
}

/** One of several radio buttons with the same `name`. */
export function Radio({ label, ...input }: ChoiceProps) {
  return (
    <label className={styles.check}>
      <input {...input} type="radio" className={styles.radio} />
      <span>{label}</span>
    </label>
  )
}

export function Switch({ label, hint, ...input }: ChoiceProps & { hint?: ReactNode }) {
  const id = useId()
  return (
    <div>
      <label className={styles.switchRow}>
        <span className={styles.switchLabel}>{label}</span>
        <input
          aria-describedby={hint ? id : undefined}
          {...input}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox reports its own checked state
          role="switch"
          className={styles.switch}
        />
      </label>
      {hint && (
        <p className={classNames(styles.hint, styles.switchHint)} id={id}>
          {hint}
        </p>
      )}
    </div>
  )
}
