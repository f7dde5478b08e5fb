import { useId } from 'react'
import { commentCategories, type CategoryId } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { currentDraft, deleteDraft, useDraft } from '#web/kit/forms/useDraft.ts'
import styles from './DiscussionPanel.module.css'

/** A form for new comments has a key of its own, because each remembers its category. */
// The key does not begin like the keys of texts, because a choice alone is nothing to keep.
const choiceKey = (form: string) => `category:${form}`

/** Returns the category that the author chose in a form, or the one that the form begins with. */
export function chosenCategory(form: string, initial: CategoryId): CategoryId {
  const category = currentDraft(choiceKey(form))
  return commentCategories.find(({ category_id }) => category_id === category)?.category_id ?? initial
}

/** Lets the next comment of a form begin with the first category again. */
export function forgetCategory(form: string) {
  deleteDraft(choiceKey(form))
}

/** The category of a new comment. It is stored like the text of the comment so that both survive a reload. */
export function CategoryChoice({ form, initial }: { form: string; initial: CategoryId }) {
  const id = useId()
  const [draft, setDraft] = useDraft(choiceKey(form))
  return (
    <span className={styles.category}>
      <label htmlFor={id} className="vh">
        {t('Category')}
      </label>
      <select
        id={id}
        className="input"
        value={draft === '' ? initial : draft}
        onChange={(event) => setDraft(event.target.value)}
      >
        {commentCategories.map(({ category_id, category_name }) => (
          <option key={category_id} value={category_id}>
            {t(category_name)}
          </option>
        ))}
      </select>
    </span>
  )
}
