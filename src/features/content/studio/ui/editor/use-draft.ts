import { useEffect, useRef, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { forgetUploads } from '#src/features/content/media/ui/stored-uploads.ts';
import { findStudioPost } from '../content-posts.ts';
import { createDraftSaver, type LoadedPost, type Saving } from './draft-saver.ts';

type DraftInput = {
  opened: LoadedPost | null;
  /** Called when a new draft was created. */
  onCreated: (id: string) => void;
};

/** A draft with automatic saving, and its saving status. */
export function useDraft({ opened, onCreated }: DraftInput) {
  const [saving, setSaving] = useState<Saving>({ status: opened ? 'saved' : 'blank' });
  const [draftId, setDraftId] = useState(opened?.post.id ?? null);
  const created = useRef(onCreated);
  useEffect(() => {
    created.current = onCreated;
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
        // The files are in the draft now.
        forgetUploads(draft.mediaIds).catch(() => {});
        if (id === lastId) return;
        lastId = id;
        setDraftId(id);
        created.current(id);
      },
    });
  });

  useEffect(() => {
    const retry = () => void saver.save();
    window.addEventListener('online', retry);
    saver.resume();
    return () => {
      window.removeEventListener('online', retry);
      saver.stop();
    };
  }, [saver]);

  return { saver, saving, draftId };
}
