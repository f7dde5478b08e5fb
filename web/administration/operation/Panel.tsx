import type { ReactNode } from 'react'
import { styles } from '#web/administration/styles.ts'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`card ${styles.panel}`} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}
