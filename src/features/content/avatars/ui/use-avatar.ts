import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { acceptImages } from '#src/features/content/page-images/ui/accept-images.ts';
import { sendImage, uploadFailure } from '#src/features/content/page-images/ui/upload-image.ts';
import { sessionQuery } from '#src/features/identity/auth/ui/session.ts';
import { toast } from '#src/ui/elements/toast.ts';

/** Changes the picture of the signed-in fan. */
export function useAvatar() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  /** Percentage sent of a running upload. */
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: (file: File) => sendImage('/avatars', file, { onProgress: setPercent }),
    onMutate: () => setPercent(0),
    onSuccess: async () => {
      await refresh();
      toast.success('Success', { description: 'Photo uploaded' });
    },
    onError: (failure) => setError(uploadFailure(failure).text),
    onSettled: () => setPercent(null),
  });
  const removal = useMutation({
    mutationFn: () => call(client.api.account.avatar.$delete()),
    onSuccess: refresh,
    onError: (failure) => toast.error('Error', { description: failure.message }),
  });
  return {
    percent,
    error,
    upload(file: File) {
      const { accepted, refused } = acceptImages('profile-photo', [file], 0);
      setError(refused[0] ?? null);
      if (accepted[0]) sending.mutate(accepted[0]);
    },
    remove: () => removal.mutateAsync(),
    isRemoving: removal.isPending,
  };
}
