import { addBookmark, maxBookmarks, removeBookmark } from '../../contract/bills/bills.ts'
import { action, answerOf } from '../http/route/action.ts'

export const bookmarkRoutes = [
  action(addBookmark, ({ db, input, write }) =>
    answerOf(db`select answer from add_bookmark(${write}, ${input.id}, ${maxBookmarks})`),
  ),
  action(removeBookmark, ({ db, input, write }) =>
    answerOf(db`select answer from remove_bookmark(${write}, ${input.id})`),
  ),
]
