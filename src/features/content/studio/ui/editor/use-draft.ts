import { useEffect, useRef, useState } from 'react';
import { forgetUploads } from '#src/features/content/media/ui/stored-uploads.ts';
import { call, client } from '#src/web/client.ts';
import { findStudioPost } from '../content-posts.ts';
import { createDraftSaver, type PresentPost, type Saving } from './draft-saver.ts';

type DraftInput = {
  opened: PresentPost | null;
  /** The draft that it is now saved in. */
  onMade: (id: string) => void;
};

/** A draft that keeps itself saved, and how its saving stands. */
export function useDraft({ opened, onMade }: DraftInput) {
  const [saving, setSaving] = useState<Saving>({ status: opened ? 'saved' : 'blank' });
  const [draftId, setDraftId] = useState(opened?.post.id ?? null);
  const made = useRef(onMade);
  useEffect(() => {
    made.current = onMade;
  });

  const [saver] = useState(() => {
    let lastId = draftId;
    return createDraftSaver({
      opened: opened?.post ?? null,
      calls: {
        create: (json) => call(client.api.posts.drafts.$post({ json })),
        save: (id, json) => call(client.api.posts[':id'].draft.$put({ param: { id }, json })),
        find: findStudioPost,
      },
      onChange: setSaving,
      onSaved: ({ id, draft }) => {
        // From here on they are found in the draft.
        forgetUploads(draft.mediaIds).catch(() => {});
        if (id === lastId) return;
        lastId = id;
        setDraftId(id);
        made.current(id);
      },
    });
  });

  useEffect(() => {
    const retry = () => void saver.save();
    window.addEventListener('online', retry);
    saver.release();
    return () => {
      window.removeEventListener('online', retry);
      saver.stop();
    };
  }, [saver]);

  return { saver, saving, draftId };
}
