import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: string
  /** The target of a link to this part of the page. */
  id?: string
  className: string | undefined
  children: ReactNode
}

/** A card of a page with a heading, which also names it to screen readers. */
export function Section({ title, id, className, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} className={`card ${className}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        {title}
      </h2>
      {children}
    </section>
  )
}
