import { useMemo, useState } from 'react';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { useRenewPass } from '#src/features/content/media/ui/use-media-token.ts';
import { call, client } from '#src/web/client.ts';

/** Any answer of the studio brings a pass that opens all its files. */
const fetchPage = () => call(client.api.posts.$get({ query: {} }));

export const useRenewStudioPass = () => useRenewPass(fetchPage);

/** The pass for the files of a post that is being edited; what came with it, until it runs out. */
export function useStudioPass(initial: string | undefined) {
  const [pass, take] = useState(initial ?? '');
  const renewPass = useRenewStudioPass();
  const links: MediaLinks = useMemo(() => ({ pass, renewPass }), [pass, renewPass]);
  return { links, take };
}
