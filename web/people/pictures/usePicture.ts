import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removePicture, uploadPicture } from '#contract/people.ts'
import { call } from '#web/kit/api/api.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { changeProfile } from '#web/people/profileQueries.ts'

export function useUploadPicture(userId: string) {
  const show = useShowPicture(userId)
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('profilePicture', file)
      return call(uploadPicture, {}, { form })
    },
    onSuccess: (response) => show(response.profilePictureUrl),
  })
}

export function useRemovePicture(userId: string) {
  const show = useShowPicture(userId)
  return useMutation({
    mutationFn: () => call(removePicture, {}),
    onSuccess: () => show(null),
  })
}

/** Returns a function that updates the picture in the profile and in the header. */
function useShowPicture(userId: string) {
  const cache = useQueryClient()
  return (profilePictureUrl: string | null) => {
    dispatch({ type: 'update_user', fields: { profilePictureUrl } })
    changeProfile(cache, userId, () => ({ profilePictureUrl }))
  }
}
