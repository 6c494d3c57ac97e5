import { useMemo, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { useRenewMediaToken } from '#src/features/content/media/ui/use-media-token.ts';

/** Every response of the studio contains a media token for all its files. */
const fetchPage = () => call(client.api.posts.$get({ query: {} }));

export function useRenewStudioMediaToken() {
  return useRenewMediaToken(fetchPage);
}

/** The media token of the files of an edited post: the one it was loaded with, until that expires. */
export function useStudioMediaLinks(initial: string | undefined) {
  const [mediaToken, setMediaToken] = useState(initial ?? '');
  const renewMediaToken = useRenewStudioMediaToken();
  const links: MediaLinks = useMemo(
    () => ({ mediaToken, renewMediaToken }),
    [mediaToken, renewMediaToken],
  );
  return { links, setMediaToken };
}
